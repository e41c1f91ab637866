"""The wheel: nothing but `paipu` at the top, every module and every file the modules read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]
FOLDERS = tuple(sorted(SETUPTOOLS["package-dir"].values()))

NOT_SHIPPED = ("*.md", "*.pyc", "*.pyx", "*.so")
"""What may lie in a package folder and stay out of the wheel: prose, caches, a native kernel."""


def source_files() -> list[str]:
    """Every file of the package folders, as a path from the root of the project."""
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())
    return sorted(path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts)


def run(*command: str, cwd: Path, **environment: str) -> str:
    """Standard output of a command; its whole output in the failure when it fails."""
    env = os.environ | {"PYTHONUTF8": "1"} | environment
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the sources as they are, built from a copy: a build leaves files behind."""
    tmp = tmp_path_factory.mktemp("wheel")
    source = tmp / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "-q", "--no-deps", "--wheel-dir", str(tmp), str(source), cwd=tmp)
    (built,) = tmp.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_only_paipu_is_installed_at_the_top(names: list[str]) -> None:
    version = PYPROJECT["project"]["version"]
    assert {name.split("/")[0] for name in names} == {"paipu", f"paipu-{version}.dist-info"}


def test_the_namespace_stays_a_namespace(names: list[str]) -> None:
    assert "paipu/__init__.py" not in names


def test_every_file_of_the_packages_is_in_the_wheel(names: list[str]) -> None:
    wanted = [name for name in source_files() if not any(fnmatch(name, pattern) for pattern in NOT_SHIPPED)]
    assert [name for name in wanted if f"paipu/{name}" not in names] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "paipu/grammar/sjn.lark",
        "paipu/replay/rules/*.toml",
        "paipu/records/samples/*.sjn",
        "paipu/web/templates/*.html",
        "paipu/web/static/*",
        *(f"paipu/{folder}/py.typed" for folder in FOLDERS),
    ],
)
def test_package_data_is_in_the_wheel(names: list[str], pattern: str) -> None:
    assert any(fnmatch(name, pattern) for name in names)


def test_the_licence_is_in_the_wheel(names: list[str]) -> None:
    assert any(name.endswith("/LICENSE") for name in names)


def test_the_command_is_declared(wheel: Path, names: list[str]) -> None:
    (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
    with zipfile.ZipFile(wheel) as archive:
        assert "paipu = paipu.cli.main:main" in archive.read(entry_points).decode("utf-8")


def test_the_command_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """From the unpacked wheel alone, not from the work tree an editable install points to."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    program = "import paipu.cli.main as m; print(m.__file__); m.main(['--help'])"
    printed = run(sys.executable, "-c", program, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert printed.startswith(str(tmp_path / "site"))
    assert "Usage:" in printed


def test_every_folder_of_modules_is_a_listed_package() -> None:
    folders = {str(PurePosixPath(name).parent) for name in source_files() if name.endswith(".py")}
    assert {"paipu." + folder.replace("/", ".") for folder in folders} == set(SETUPTOOLS["packages"])


def test_every_listed_package_has_a_module_that_says_what_it_is() -> None:
    files = source_files()
    packages = [package.removeprefix("paipu.").replace(".", "/") for package in SETUPTOOLS["packages"]]
    assert [package for package in packages if f"{package}/__init__.py" not in files] == []
