/* The keys of the search: arrows choose, Enter opens, whatever is typed goes to the box. */
(() => {
    "use strict";

    const box = () => document.querySelector("[data-palette]");
    const hits = () => [...document.querySelectorAll("#found [data-hit]")];

    document.addEventListener("keydown", (event) => {
        if (!event.target.closest?.(".palette") || event.isComposing || event.keyCode === 229) return;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const all = hits();
        const at = all.indexOf(event.target.closest("[data-hit]"));
        // While the box has the focus, the best result stands out: the next one is the one after it.
        const from = at >= 0 ? at : all.findIndex((one) => one.hasAttribute("data-best"));
        if (event.key === "ArrowDown") choose(event, all[Math.min(from + 1, all.length - 1)]);
        else if (event.key === "ArrowUp") choose(event, at > 0 ? all[at - 1] : box());
        else if (event.key === "Enter" && event.target === box()) open(event, all[from]);
        else if (at >= 0 && (event.key.length === 1 || event.key === "Backspace")) box()?.focus();
    });

    function choose(event, one) {
        event.preventDefault();
        one?.focus();
    }

    /* The best result, unless it belongs to words that were typed before. */
    function open(event, first) {
        const shown = document.querySelector("#found")?.dataset.words;
        if (!first || shown === undefined || shown !== box().value) return;
        event.preventDefault();
        first.click();
    }

    document.addEventListener("input", (event) => {
        // A click beside the dialog closes it, whatever was searched for.
        if (event.target === box()) event.target.defaultValue = event.target.value;
    });
})();
