// A pasted text as words and sentences, as crdiff reads it: HTML and the marks of Markdown and wikis as in
// crdiff/importers (page.py, html.py, marked.py), words and paragraphs as in crdiff/identify/page_words.py, sentences
// and their typography as in crdiff/text.
(() => {
  "use strict";
  const BLOCKS = new Set(("address article aside blockquote body caption center dd details dialog div dl dt fieldset "
    + "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table td "
    + "textarea th title tr ul").split(" "));
  const UNREAD = "script, style, template, svg, noscript, iframe, object, sup[class*=reference]";
  const PROLOGUE = "^\\s*(?:<\\?xml[^<>]*>\\s*)?(?:<!--[^<>]*>\\s*)?<";
  const WHOLE_PAGE = new RegExp(`${PROLOGUE}(?:!doctype html|html)`, "i");
  const EXCERPT = new RegExp(`${PROLOGUE}(?:article|blockquote|body|dd|div|dl|h[1-6]|li|main|ol|p|pre|section|span|table|td|tr|ul)[\\s>]`, "i");
  const CLOSED = /<\/[A-Za-z][A-Za-z0-9]*>$/;
  const ONLY_NUMBER = /^\s*[1-9]\d\d\.\d{1,3}[a-z]{0,2}\.?\s*$/;
  const SYMBOL = /^\{[^{}\s]{1,5}\}$/;
  const MARKS = new RegExp([
    "<ref(?:[ \\t][^<>]{0,300})?(?:/>|>[^<]{0,1000}</ref>)",
    "(?<line><br[ \\t]*/?>)",
    "</?[A-Za-z][^<>\\n]{0,500}>",
    "\\{\\{[^{}|\\n]{1,40}\\|(?<template>[^{}|\\n]{1,300})\\}\\}",
    "\\[\\[(?:[^\\[\\]|\\n]{1,200}\\|)?(?<page>[^\\[\\]|\\n]{1,300})\\]\\]",
    "\\[(?<link>[^\\[\\]\\n]{1,300})\\]\\([^()\\s]{0,1000}(?:[ \\t]\"[^\"\\n]{0,200}\")?\\)",
    "(?<character>&(?:[A-Za-z]{2,10}|#\\d{1,7}|#[xX][\\dA-Fa-f]{1,6});)",
  ].join("|"), "g");

  const NUMBER = "(?:(?:[cC][rR]|[rR][uU][lL][eE])[ \\t]+)?(\\d{3}(?:\\.\\d{1,3}[a-z]{0,2})?)";
  const HEAD = `[ \\t]*${NUMBER}[ \\t]*[.:)\\]\\u2013\\u2014\\-]*[ \\t]+(?=["\\u201c'?(\\[{A-Z])`;
  const LINE_HEAD = /^[ \t]*(?:(?:>|[\-*+•·○▪](?=\s)|#{1,6}(?=\s)|\[[ xX]\](?=\s)|[*:]+(?=\s|\d))[ \t]*)+/gmu;
  const EMPHASIS = /\*+|_+|~~|`+|'''*|\\(?=[*_[\]()#+.!<>\-])|[|<>]/g;
  const WORD = /[\p{L}\p{N}]+(?:(?:['’‘´`]|\?(?=(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}_])))[\p{L}\p{N}]+)*/gu;
  const REFERRING = ["see", "See", "rule", "rules", " and", " or", " in", " by", ","].map((word) => `(?<!${word})`).join("");
  const BREAK = new RegExp(`\\n[ \\t]*\\n|${REFERRING}\\n(?=${HEAD})|\\n(?=[ \\t]*[eE][xX][aA][mM][pP][lL][eE][sS]?:)`, "g");
  const LABEL = new RegExp(`${HEAD}|[ \\t]*\\d{3}\\.\\d{1,3}[a-z]{0,2}[.:]?[ \\t]+(?=[\\p{L}\\p{Nl}\\p{No}_])`, "uy");
  const LABEL_BEFORE = new RegExp(`(?<![\\d.])${NUMBER}[^\\p{L}\\p{N}]*$`, "giu");
  const SEE = /\bsee (?:also )?rules? $/i;
  const DATED = /Comprehensive Rules[^\n]{0,40}?\b(?:([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})|([0-9]{4}-[0-9]{2}-[0-9]{2}))/g;
  const MONTHS = "January February March April May June July August September October November December".split(" ");
  const LABEL_REACH = 24;
  const OPENING = /["“‘'([]+(?=\n?$)/;
  const SENTENCE_END = /[.!?\n](?:(?<=\n)\n*|(?<=[.!?])["')\]]*\s+(?=["'([]*[A-Z0-9{]))/g;

  // Source to text -----------------------------------------------------------
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html"); // loads nothing, runs nothing

  function isHtml(source) {
    if (!source.trimStart().startsWith("<")) return false;
    return WHOLE_PAGE.test(source) || (EXCERPT.test(source) && CLOSED.test(source.slice(-200).trimEnd()));
  }

  function htmlText(source) {
    const [parts, root] = [[], parsed(source).documentElement];
    let block = "";
    const add = (text) => { parts.push(text); block += text; };
    function endBlock() {
      if (!block.trim()) return;
      parts.push(ONLY_NUMBER.test(block) ? "  " : "\n\n");
      block = "";
    }
    const isBlock = (node) => BLOCKS.has(node.localName);
    function enter(node) {
      if (node.nodeType === Node.TEXT_NODE) add(node.parentElement.closest("pre, textarea") ? node.data : node.data.replace(/\n/g, " "));
      else if (isBlock(node)) endBlock();
      else if (node.localName === "br") add("\n");
      else if (node.localName === "img" && SYMBOL.test(node.alt)) add(node.alt);
    }
    let node = root;
    while (node) {
      const isRead = !node.matches?.(UNREAD);
      if (isRead) enter(node);
      if (isRead && node.firstChild) { node = node.firstChild; continue; }
      while (node && !node.nextSibling) {
        if (isBlock(node)) endBlock();
        node = node === root ? null : node.parentNode;
      }
      if (node && isBlock(node)) endBlock();
      node = node?.nextSibling;
    }
    return parts.join("");
  }

  const unmarked = (source) => source.replace(MARKS, (...found) => {
    const { line, template, page, link, character } = found.at(-1);
    if (line) return "\n";
    return character ? parsed(character).body.textContent.replace("\u00a0", " ") : template ?? page ?? link ?? "";
  });

  // Characters that a browser and Python do not both take for white space
  const textOf = (source) => {
    const text = source.replace(/[\x1c-\x1f\x85\u2028\u2029]/g, " ").replaceAll("\ufeff", "\u200b");
    return isHtml(text) ? htmlText(text) : unmarked(text);
  };

  // Text to words ------------------------------------------------------------
  const blank = (found) => " ".repeat(found.length);
  const blanked = (text) => text.replace(LINE_HEAD, blank).replace(EMPHASIS, blank);
  const plain = (word) => word.replace(/['’‘´`?]/g, "").replace(/[Ææ]/g, "ae").replace(/œ/g, "oe").toLowerCase();
  const words = (text) => (blanked(text).match(WORD) ?? []).length;

  // How many of some ascending values are at most `value`
  function upTo(values, value) {
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) low = middle + 1; else high = middle;
    }
    return low;
  }

  const isDay = (day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false;
  function dayOf(written) {
    const [month, day, year] = written.split(/,? /);
    return [year, MONTHS.indexOf(month) + 1, day].map((each) => String(each).padStart(2, "0")).join("-");
  }

  function pageOf(source) {
    const text = blanked(textOf(source));
    const found = [...text.matchAll(WORD)];
    const starts = found.map((each) => each.index);
    const ends = found.map((each) => each.index + each[0].length);
    const sizes = found.map((each) => [...plain(each[0])].length);
    const paragraphs = [0, ...[...text.matchAll(BREAK)].map((each) => each.index + each[0].length), text.length + 1];

    // The words of the paragraph that a word stands in, without its number
    function body(word) {
      const at = upTo(paragraphs, starts[word]);
      LABEL.lastIndex = paragraphs[at - 1];
      const first = LABEL.test(text) ? LABEL.lastIndex : paragraphs[at - 1];
      return [upTo(ends, first), upTo(starts, paragraphs[at] - 1)];
    }
    // The number directly before a word, unless it is one that the words before it refer to
    function label(word) {
      LABEL_BEFORE.lastIndex = Math.max(0, starts[word] - LABEL_REACH);
      const number = LABEL_BEFORE.exec(text.slice(0, starts[word]));
      if (!number) return "";
      const start = number.index + number[0].indexOf(number[1]);
      const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
      const endsLine = text.slice(start, number.index + number[0].length).includes("\n");
      return SEE.test(before) || (endsLine && /[\p{L}\p{N}_]/u.test(before)) ? "" : number[1].toLowerCase();
    }
    const headings = [...text.matchAll(DATED)].filter(([, written, day]) => isDay(written ? dayOf(written) : day))
      .map((each) => each.index + each[0].length);
    const firsts = new Set(paragraphs.slice(0, -1).map((start) => upTo(ends, start)));
    return {
      bodies: [...firsts].filter((first) => first < starts.length).map(body),
      letters: (start, stop) => sizes.slice(start, stop).reduce((all, each) => all + each, 0),
      label,
      // Whether no date that the page prints over quotations stands between two words
      isUnderOne: (before, after) => upTo(headings, ends[before]) === upTo(headings, starts[after]),
      printed: (start, stop) => text.slice(starts[start], ends[stop - 1]).replace(/\s+/g, " "),
      between(start, stop) {
        const from = start ? ends[start - 1] : 0;
        const opens = OPENING.exec(text.slice(from, starts[start]));
        return text.slice(opens ? from + opens.index : starts[start], stop < starts.length ? starts[stop] : text.length);
      },
    };
  }

  // Words to sentences -------------------------------------------------------
  function sentencesOf(text) {
    const found = [];
    let start = 0;
    for (const { index, 0: { length } } of text.matchAll(SENTENCE_END)) {
      found.push(text.slice(start, index + length));
      start = index + length;
    }
    return [...found, text.slice(start)].map((each) => each.trim()).filter(Boolean);
  }

  const replaced = (text, pairs) => pairs.reduce((made, [written, plainly]) => made.replaceAll(written, plainly), text);
  function folded(text, { folds, dashes }) {
    let made = replaced(text, folds).replace(/ {2,}/g, " ");
    for (let before = ""; made !== before;) {
      before = made;
      made = replaced(made, dashes).replace(/-{2,}/g, "-").replace(/ -$/, "-");
    }
    return made.trim();
  }

  Object.assign(window.crdiff, { folded, pageOf, sentencesOf, words });
})();
