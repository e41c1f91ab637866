// A file with several hands: puts the one that the address asks for (?hand=2) where the page expects it.

const asked = new URLSearchParams(location.search).get("hand");
const found = [...document.querySelectorAll("template[data-hand]")].find((each) => each.dataset.hand === asked);
if (found) document.getElementById("content").replaceChildren(found.content.cloneNode(true));
