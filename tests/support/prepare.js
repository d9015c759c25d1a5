() => {
    const own = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const shown = [...document.querySelectorAll(own)].filter((each) => each.checkVisibility());
    const isStop = (each) => each.type !== 'radio' || each.checked;
    window.stops = shown.filter(isStop);
    window.walked = [];
    window.last = -1;
    document.addEventListener('focusin', ({target}) => {
        const outlined = (each) => getComputedStyle(each).outlineStyle === 'solid'
            && parseFloat(getComputedStyle(each).outlineWidth) >= 2;
        last = Math.max(last, stops.indexOf(target));
        const stroked = target.querySelector(':scope > :is(.held, .hit)');
        window.walked.push({
            at: stops.indexOf(target),
            scrolls: target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight,
            ring: outlined(target) || (stroked !== null && getComputedStyle(stroked).strokeWidth === '3px'),
            what: target.outerHTML.slice(0, 120),
        });
    });
    return stops.length;
}