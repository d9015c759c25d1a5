() => {
    const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, range = document.createRange();
        if (text.parentElement.closest("code, pre, [hidden]")) continue;
        for (const found of text.data.matchAll(/\b\d{4}-\d\d-\d\d\b|\b\d{3}\.\d+[a-z]*\b|^\s*(CR )?\d{3}\s*$/g)) {
            range.setStart(text, found.index);
            range.setEnd(text, found.index + found[0].length);
            const shown = [...range.getClientRects()].filter((each) => each.width > 0);
            if (new Set(shown.map((each) => Math.round(each.top))).size > 1) broken.push(found[0]);
        }
    }
    return broken;
}