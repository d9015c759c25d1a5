// A pasted text as words and sentences, as crdiff reads it: HTML and the marks of Markdown and wikis as in
// crdiff/importers (page.py, html.py, marked.py), words and paragraphs as in crdiff/identify/page_words.py, sentences
// and their typography as in crdiff/text.
(() => {
  "use strict";
  const BLOCKS = new Set(("address article aside blockquote body caption center dd details dialog div dl dt fieldset "
    + "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table td "
    + "textarea th title tr ul").split(" "));
  const UNREAD = "script, style, template, svg, noscript, iframe, object, del, sup[class*=reference]";
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

  const anyCase = (word) => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const NUMBER = "(?:(?:[cC][rR]|[rR][uU][lL][eE])[ \\t]*)?(\\d{3}(?:\\.\\d{1,3}[a-z]{0,2})?)";
  const CALLS = "(?:[ \\t]*\\([^()\\n]{1,40}\\)[^\\p{L}\\p{N}_\\n]*(?=\\n))?";
  const HEAD = `[ \\t"\\u201c'\\u2018([]*(?![^\\d\\n]{0,8}\\d{3}[^\\p{L}\\p{N}_\\n]*\\n)${NUMBER}[ \\t]*[.:)\\]\\u2013\\u2014\\-]*${CALLS}(?:[ \\t]+|[ \\t]*\\n[ \\t]*)(?=["\\u201c'?(\\[{A-Z])`;
  const LINE_HEAD = /^[ \t]*(?:(?:>|[\-*+•·○▪](?=\s|\d{3}\.\d)|#{1,6}(?=\s)|\[[ xX]\](?=\s)|[*:]+(?=\s|\d))[ \t]*)+/gmu;
  const EMPHASIS = /\*+|_+|~~|`+|'''*|\\(?=[*_[\]()#+.!<>\-])|-+>|=+>|\/(?= )|[|<>→⇒]/g;
  const CUE = /(?:^|\n\s*)(?:\d+[ \t]*\n)?(?:\d\d:)?\d\d:\d\d[.,]\d+ --> [^\n]*\n/g;
  const BBCODE = /\[(?:\*|\/?(?:b|i|u|s|quote|url|color|size|font|list|center|indent|spoiler)(?:=[^\]\n]{0,200})?)\]/gi;
  const JSON_MARKS = /"\w{1,40}"\s*:(?=\s*["[{])|\\(?:[nrt"/]|u(?!2019)[\da-f]{4})/g;
  const CUT = /^(?:(?:-|\u00ad)[ \t]*\n[ \t>]*|\u00ad)$/;
  const OPENS = /[:"“]/g, ENDS = /[.!?:;…()"“”\u2014\n]/, QUOTATION = /“[^”\n]*”|"[^"\n]*"/g;
  const DIFF_LINE = /\n(?=[ \t>]*[-+](?:[ \t]+|(?=\d{3}(?!\w)))["“'(]?[A-Z\d])/g;
  const WORD = /[\p{L}\p{N}]+(?:(?:['’‘´`]|’{6}|\?(?=(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}_])))[\p{L}\p{N}]+)*/gu;
  const REFERRING = ["see", "See", "rule", "rules", " and", " or", " in", " by", ","].map((word) => `(?<!${word})`).join("");
  const VERSION = ["old", "new", "before", "after", "was", "is", "now"].map(anyCase).join("|"), DOTTED = "\\d{3}\\.\\d{1,3}[a-z]{0,2}";
  const CALLED = `[^\\n.!?:]{1,40}:(?=[^\\p{L}\\p{N}_\\n]*${DOTTED})`;
  const BREAK = new RegExp(`\\n[ \\t]*\\n|${REFERRING}\\n(?=(?:${CALLED})?${HEAD})|\\n(?=[ \\t]*(?:${anyCase("example")}[sS]?|${VERSION}):)|(?<=[.!?][)”"]{0,2})\\n(?=[ \\t]*[a-z])`
    + `|(?<=[”"])[ ,;.]*(?=(?:${VERSION}):| (?:and|but) (?:is|are|now|was|were)(?![\\p{L}\\p{N}_])[^“”"\\n]{0,20}[“"])`, "gu");
  const LABEL = new RegExp(`(?:${CALLED})?(?:${HEAD}|[ \\t]*(${DOTTED})[.:]?[ \\t]+(?=[\\p{L}\\p{Nl}\\p{No}_]))|[ \\t]*(?:${VERSION}):`, "uy");
  const LABEL_BEFORE = new RegExp(`(?<![\\d.])${NUMBER}${CALLS}[^\\p{L}\\p{N}]*$`, "giu");
  const LABEL_SAYS = /(?<![\d.])(?:(?:CR|rule)[ \t]+)?(\d{3}\.\d{1,3}[a-z]{0,2})(?:[^\p{L}\p{N}_\n.;!?]+(?:[\p{L}\p{Nl}\p{No}_][\p{L}\p{N}_]*|\d{4}(?:-\d\d-\d\d)?)){0,4}[^\p{L}\p{N}_\n.;!?]*[:“"][^\p{L}\p{N}]*$/giu;
  const SEE = /\bsee (?:also )?rules? $/i, CITING = /\b[a-z]+ rules? $|\d\S* (?:and|or) $/;
  const DATED = /Comprehensive Rules[^\n]{0,40}?\b(?:([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})|([0-9]{4}-[0-9]{2}-[0-9]{2}))/g;
  const MONTHS = "January February March April May June July August September October November December".split(" ");
  const ENGLISH = new Set(["the", "of", "and", "to", "is", "that", "it", "with", "if", "you"]), LANGUAGE_WORDS = 30;
  const LABEL_REACH = 72, SENTENCE_WORDS = 7, LONGEST_WORDS = 120;
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
  function blanked(source) {
    let text = source.includes("-->") ? source.replace(CUE, blank) : source;
    if (/^\s*[{[]/.test(text)) text = text.replace(JSON_MARKS, blank).replaceAll("\\u2019", "’’’’’’");
    text = text.replace(LINE_HEAD, blank);
    return (text.includes("[/") ? text.replace(BBCODE, blank) : text).replace(EMPHASIS, blank);
  }
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

  // The words of a text, as PageWords has them. `meant` gives those to look for, `knows` tells a word of the rules
  function pageWords(source, meant, knows) {
    const text = blanked(source), made = new Map();
    const once = (name, make) => made.get(name) ?? made.set(name, make()).get(name);
    let found = [...text.matchAll(WORD)].map((each) => [each.index, each.index + each[0].length, plain(each[0])]);
    if (knows && /-\s*\n|\u00ad/.test(text)) {
      found = found.reduce((all, [start, end, word]) => {
        const last = all.at(-1);
        const isCut = last && CUT.test(text.slice(last[1], start)) && knows(last[2] + word);
        if (isCut) all[all.length - 1] = [last[0], end, last[2] + word]; else all.push([start, end, word]);
        return all;
      }, []);
    }
    const [starts, ends, words] = [0, 1, 2].map((part) => found.map((each) => each[part]));
    const paragraphsOf = () => once("paragraphs", () => {
      const lines = [...source.matchAll(DIFF_LINE)].map((each) => each.index + 1);
      const breaks = new Set([0, ...[...text.matchAll(BREAK)].map((each) => each.index + each[0].length), ...lines]);
      return [...[...breaks].sort((a, b) => a - b), text.length + 1];
    });
    const firstAfterLabel = (start) => {
      LABEL.lastIndex = start;
      const label = LABEL.exec(text);
      return [upTo(ends, label ? LABEL.lastIndex : start), label];
    };

    // The words of the paragraph that a word stands in, without its number
    function body(word, after = 0) {
      const paragraphs = paragraphsOf(), at = upTo(paragraphs, starts[word]);
      return [Math.max(firstAfterLabel(paragraphs[at - 1])[0], after), upTo(starts, paragraphs[at] - 1)];
    }
    function isReference({ index, 0: whole, 1: number }, stop) {
      const start = index + whole.indexOf(number), line = text.lastIndexOf("\n", index - 1) + 1;
      if (stop && /^\.\s+$/.test(text.slice(start + number.length, stop)) && CITING.test(text.slice(line, start))) return true;
      return SEE.test(text.slice(line, start)) || (text.slice(start, stop ?? start + number.length).includes("\n") && /[\p{L}\p{N}_]/u.test(text.slice(line, index)));
    }
    // The number directly before a word, or of what is said before it, unless the words before that refer to it
    function label(word) {
      for (const pattern of [LABEL_BEFORE, LABEL_SAYS]) {
        pattern.lastIndex = Math.max(0, starts[word] - LABEL_REACH);
        const number = pattern.exec(text.slice(0, starts[word]));
        if (number && !isReference(number, pattern === LABEL_SAYS ? null : starts[word])) return number[1].toLowerCase();
      }
      return "";
    }
    const headings = () => once("headings", () => [...text.matchAll(DATED)].filter(([, written, day]) => isDay(written ? dayOf(written) : day))
      .map((each) => each.index + each[0].length));
    const between = (word) => text.slice(word ? ends[word - 1] : 0, starts[word] ?? text.length);
    return {
      text, ends, plain: words, body, label,
      // Words of a page whose words are not joined, as words of this one
      placed(one, { ends: others }) {
        const place = (word) => upTo(ends, others[word] - 1);
        return { ...one, start: place(one.start), stop: place(one.stop - 1) + 1 };
      },
      get bodies() {
        const firsts = new Set(paragraphsOf().slice(0, -1).map((start) => upTo(ends, start)));
        return [...firsts].filter((first) => first < starts.length).map((first) => body(first));
      },
      get heads() {
        return once("heads", () => new Map(paragraphsOf().slice(0, -1).flatMap((start) => {
          const [first, found] = firstAfterLabel(start);
          const number = found?.[1] ?? found?.[2];
          return number ? [[first, number.toLowerCase()]] : [];
        })));
      },
      get read() { return once("read", () => meant ? meant(words) : words); },
      get shingles() {
        const read = this.read;
        return once("shingles", () => read.slice(2).map((word, at) => `${read[at]} ${read[at + 1]} ${word}`));
      },
      get openings() {
        return once("openings", () => [...new Set([...text.matchAll(OPENS)].map((each) => upTo(ends, each.index)))]);
      },
      get speaks() {
        return once("speaks", () => {
          const own = words.map((word) => !/^\p{Nd}/u.test(word));
          for (const { index, 0: { length } } of text.matchAll(QUOTATION)) {
            starts.forEach((start, at) => { if (start >= index && start < index + length) own[at] = false; });
          }
          return own;
        });
      },
      get sentenceStarts() {
        return once("sentences", () => {
          const found = [0, ...[...text.matchAll(SENTENCE_END)].map((each) => each.index + each[0].length).filter(Boolean)];
          return [...new Set([...found.map((end) => upTo(ends, end)), words.length])].sort((a, b) => a - b);
        });
      },
      isEnglish: () => words.length < LANGUAGE_WORDS || words.filter((word) => ENGLISH.has(word)).length >= words.length / 20,
      // The word that a quotation ends before which begins with another one
      closing(start) {
        const end = words.findIndex((_, at) => at > start && /[”"]/.test(between(at)));
        return end < 0 ? words.length : end;
      },
      opens(word) { return this.openings.includes(word); },
      encloses(start, stop) { return this.opens(start) && /["”]/.test(between(stop)); },
      hasLeftOut: (word) => word > 0 && word < words.length && /…|\.\.\./.test(between(word)),
      paragraphOf: (word) => upTo(paragraphsOf(), starts[word]),
      get whole() { return once("whole", () => this.joined(0, words.length)); },
      joined: (start, stop) => ` ${words.slice(start, stop).join(" ")} `,
      isApart(start, stop) {
        const [first, last] = body(start);
        const opens = start <= first || ENDS.test(between(start)) || Boolean(label(start));
        return opens && (stop >= last || ENDS.test(text.slice(ends[stop - 1], starts[stop])));
      },
      letters: (start, stop) => words.slice(start, stop).reduce((all, each) => all + [...each].length, 0),
      line: (word) => source.slice(0, starts[word]).split("\n").length,
      // Whether no date that the page prints over quotations stands between two words
      isUnderOne: (before, after) => upTo(headings(), ends[before]) === upTo(headings(), starts[after]),
      wordsBefore: (character) => upTo(starts, character - 1),
      asPrinted: (start, stop) => start < stop ? text.slice(starts[start], ends[stop - 1]) : "",
      printed(start, stop) { return this.asPrinted(start, stop).replace(/\s+/g, " "); },
      // A sentence, and what may be quoted in it
      parts(start, stop) {
        if (stop - start > LONGEST_WORDS) return [[start, stop]];
        const ends = [], { openings } = this;
        for (let at = start + 1; at < stop; at++) if (/["”]/.test(between(at))) ends.push(at);
        const begins = [...new Set([start, ...[start, ...openings.slice(upTo(openings, start - 1), upTo(openings, stop - 1))].map((at) => firstAfterLabel(starts[at])[0])])];
        const every = begins.flatMap((first) => [stop, ...ends.slice(-1), ...ends.slice(upTo(ends, first)).slice(0, 1)].map((last) => [first, last]));
        return [[start, stop], ...every.filter(([first, last]) => last - first >= SENTENCE_WORDS)];
      },
      between(start, stop) {
        const from = start ? ends[start - 1] : 0;
        const opens = OPENING.exec(text.slice(from, starts[start]));
        return text.slice(opens ? from + opens.index : starts[start], Math.min(starts[stop] ?? text.length, paragraphsOf()[this.paragraphOf(stop - 1)]));
      },
    };
  }

  // Words to sentences -------------------------------------------------------
  // Cut where `marked`, the same text with other marks in their places, has ends of sentences
  function sentencesOf(text, marked = text) {
    const found = [];
    let start = 0;
    for (const { index, 0: { length } } of marked.matchAll(SENTENCE_END)) {
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

  Object.assign(window.crdiff, { folded, pageWords, sentencesOf, textOf, words });
})();
