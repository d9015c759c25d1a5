() => {
    const grounds = new Map(), seen = new Map();
    for (const each of document.querySelectorAll('body, body *')) {
        const look = getComputedStyle(each);
        const ground = `${look.backgroundColor} ${look.backgroundImage} ${look.opacity}`;
        grounds.set(each, `${grounds.get(each.parentElement)} ${ground}`.replaceAll(' rgba(0, 0, 0, 0) none 1', ''));
        const writes = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!(writes || each.matches('input, select')) || !each.checkVisibility()) continue;
        const around = getComputedStyle(each.parentElement).color;
        const letters = `${look.color} ${around} ${look.fontSize} ${look.fontWeight} ${each.matches('a')}`;
        const key = `${grounds.get(each)} ${letters}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        each.toggleAttribute('data-sample', seen.get(key) <= 2);
    }
}