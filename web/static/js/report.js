// The report's page: the button that prints it, which needs a script.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
