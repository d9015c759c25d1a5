// Which stretches of a text quote which clauses, by the words of these: stretches, fits and slips as crdiff/identify has
// them in stretches.py, fitting.py, agreement.py, quoted.py and slips.py, each constant with its name there; and whole
// sentences of the releases that a site has no text of, as in sentence_index.py. An index has the lives that share rare
// words with the text, read for it; `common` are words in a row that many lives have.
(() => {
  "use strict";
  const { fingerprint, folded, pageWords, read, sentencesOf, textOf, words } = window.crdiff;
  const COMMON_MIN = 100, GAP_WORDS = 14, WEIGHT_MIN = 14, DENSITY_MIN = 0.3, RIVAL_SHARE = 0.6, RIVALS_MAX = 7;
  const WORDINGS_MAX = 4, SENTENCE_WORDS = 7, NUMBERED_WORDS = 4, PIECE_WORDS = 16, HALF_WORDS = 8, INTRODUCING_WORDS = 4, FEW_LIVES = 12;
  const DIFFERING_MAX = 0.2, SLIPS_MAX = 0.1, AGAIN_WORDS = 3, AROUND_WORDS = 14, SLACK_WORDS = 4, SAID_SLACK_WORDS = 16;
  const AGAIN_PLACES_MAX = 500, FAR_SHINGLES = 12, FAR_LETTERS = 4, CHANCE_WORDS = 3, SLIP_LETTERS = 40, COST_OF_LETTER = 3, SPELLING_SHARE = 0.5;
  const EDGE_WORDS = 3, SHINGLE_WORDS = 3, READINGS_MAX = 6, SHORTEST_LETTERS = 3, LONGEST_LETTERS = 24;
  const WINDOW_WORDS = 12, STEP_WORDS = 4, SHARED_MIN = 0.55, LIVES_MIN = 2, LIVES_MAX = 44; // which lives are read for a text
  const SEVEN = /.{7}/g; // the letters of a fingerprint
  const SAID = 0.7, KIN = 0.5, FIT_OF_A_PART = 0.85, OUTDATED_WORDS = 4, RUN_LIVES_MAX = 60;

  // A number on the line above what it numbers, before a colon or a quotation mark, or before a capital
  const NUMBER_OF = /(?<![\d.])(\d{3}\.\d{1,3}[A-Za-z]{0,2})(?=[^\n]{0,40}(?:[:“"]|$)|[.:)\]*_]*[ \t]+["“'([]*[A-Z])/gm;
  const sum = (values) => values.reduce((all, each) => all + each, 0);
  const range = (start, stop) => Array.from({ length: Math.max(0, stop - start) }, (_, at) => start + at);
  const shinglesOf = (words) => range(0, words.length - SHINGLE_WORDS + 1).map((at) => `${words[at]} ${words[at + 1]} ${words[at + 2]}`);

  // Letters put in, taken out, replaced or swapped with the next one
  function distance(one, other) {
    let [last, row] = [[], range(0, other.length + 1)];
    for (let at = 1; at <= one.length; at++) {
      const next = [at];
      for (let to = 1; to <= other.length; to++) {
        const isSame = one[at - 1] === other[to - 1];
        next[to] = Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + !isSame);
        if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) next[to] = Math.min(next[to], last[to - 2] + 1);
      }
      [last, row] = [row, next];
    }
    return row[other.length];
  }
  const lettersApart = (one, other) => {
    const longer = Math.max([...one].length, [...other].length);
    return longer > SLIP_LETTERS ? longer : distance([...one], [...other]);
  };

  // The index ----------------------------------------------------------------
  const DIGITS = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((digit, at) => [digit, at]));
  function ascending(packed) { // differences of 5 bits a digit, the sixth says that more follow
    const found = [];
    let [last, value] = [-1, 0];
    for (const digit of packed) {
      const bits = DIGITS.get(digit);
      value = value * 32 + (bits & 31);
      if (bits < 32) { last += value; found.push(last); value = 0; }
    }
    return found;
  }

  let head = null;
  async function headOf() {
    const packed = await read("identify/index.json");
    if (head) return head;
    const words = packed.words ? packed.words.split(" ") : [], heads = new Map();
    packed.heads.forEach((line, piece) => {
      for (let at = 0; at < line.length; at += packed.letters) {
        const begin = line.slice(at, at + packed.letters);
        if (heads.has(begin)) heads.get(begin).push(piece); else heads.set(begin, [piece]);
      }
    });
    head = { ...packed, heads, words, ranks: new Map(words.map((word, at) => [word, at])), common: new Map(packed.common), read: new Map(), postings: new Map() };
    return head;
  }
  const isCommon = (word) => head.ranks.get(word) < head.commonWords;
  const edgesOf = (word) => [`${word.slice(0, 2)}+`, `+${word.slice(-2)}`, `${word.slice(0, 1)}+${word.slice(-1)}`];

  const nearest = new Map();
  function near(word) {
    if (nearest.has(word)) return nearest.get(word);
    const found = [];
    if (word.length >= SHORTEST_LETTERS && word.length <= LONGEST_LETTERS && !/^\d/.test(word)) {
      const edges = edgesOf(word);
      for (const other of head.words.slice(0, head.commonWords)) {
        if (Math.abs(other.length - word.length) > 1 || !edgesOf(other).some((edge, at) => edge === edges[at])) continue;
        if (distance(word, other) <= 1 && found.push(other) === READINGS_MAX) break;
      }
    }
    nearest.set(word, found);
    return found;
  }
  function livesWith(word) {
    if (!head.postings.has(word)) head.postings.set(word, ascending(head.of[head.ranks.get(word)] ?? ""));
    return head.postings.get(word);
  }

  // The lives that have each of some words; null where they may be too many to read
  function livesWithAll(words) {
    const rare = words.filter((word) => head.of[head.ranks.get(word)] !== "").map((word) => new Set(livesWith(word)));
    if (!rare.length) return null;
    const places = [...rare[0]].filter((place) => rare.every((lives) => lives.has(place)));
    return places.length > RUN_LIVES_MAX ? null : places;
  }

  // The lives to read for a text: those that have most of what is rare in some words of it, and those of its numbers
  async function livesFor(page) {
    const totals = new Float64Array(head.lives), scores = new Float64Array(head.lives), windows = [];
    const known = new Map([...new Set(page.plain)].map((word) => {
      const lives = [...new Set([word, ...isCommon(word) ? [] : near(word)].flatMap(livesWith))];
      return [word, { lives, weight: lives.length ? Math.log(head.lives / lives.length) : 0 }];
    }));
    const steps = range(0, Math.max(1, Math.ceil((page.plain.length - WINDOW_WORDS / 2) / STEP_WORDS))).map((at) => at * STEP_WORDS);
    const sentences = page.sentenceStarts.slice(0, -1).map((start, at) => [start, page.sentenceStarts[at + 1]]);
    const short = sentences.filter(([start, stop]) => stop - start >= SENTENCE_WORDS && stop - start < WINDOW_WORDS);
    const spans = [...steps.map((start) => [start, start + WINDOW_WORDS]), ...short, ...page.openings.map((start) => [start, Math.min(page.closing(start), start + WINDOW_WORDS)])];
    for (const span of spans) {
      const once = [...new Set(page.plain.slice(...span))].map((word) => known.get(word));
      const least = SHARED_MIN * sum(once.map(({ weight }) => weight)), passing = new Map();
      for (const { lives, weight } of once) {
        for (const life of lives) {
          scores[life] += weight;
          if (scores[life] >= least) passing.set(life, 0);
        }
      }
      for (const life of passing.keys()) passing.set(life, scores[life]);
      for (const { lives } of once) for (const life of lives) scores[life] = 0;
      for (const [life, score] of passing) totals[life] += score;
      windows.push([...passing]);
    }
    const ranked = (passing) => passing.sort(([a, one], [b, other]) => totals[b] - totals[a] || other - one || a - b).slice(0, Math.max(LIVES_MIN, Math.ceil(LIVES_MAX / steps.length)));
    const places = new Set(windows.flatMap((passing) => ranked(passing).map(([life]) => life)));
    const named = new Set([...page.heads.values(), ...[...page.text.matchAll(NUMBER_OF)].map(([, number]) => number.toLowerCase())]);
    livesAt([...places]).catch(() => {}); // on the way while the numbers are
    await Promise.all([...new Set([...named].map(([section]) => section))].map(async (section) => {
      const numbers = await read(`identify/numbers-${section}.json`).catch(() => ({})); // no clause is called so
      for (const number of named) for (const life of ascending(numbers[number] ?? "")) places.add(life);
    }));
    return [...places].sort((a, b) => a - b);
  }

  function unpacked([href, isEntry, stays, wordings, mergedInto, letters, said], place, newest) {
    const sentences = letters.match(SEVEN) ?? [];
    let before = "";
    const printed = wordings.map(([first, last, middle]) => before = before.slice(0, first) + middle + before.slice(before.length - last, before.length));
    const forms = [], known = new Map(); // wordings that differ in typography alone are one
    const isSame = (one, other) => one.whole === other.whole && one.speaks.join() === other.speaks.join() && one.sentenceStarts.join() === other.sentenceStarts.join();
    const formOf = printed.map((text) => {
      const plainly = straight(text);
      if (!known.has(plainly)) {
        const said = pageWords(plainly);
        const at = forms.findIndex((form) => isSame(form, said));
        known.set(plainly, at < 0 ? forms.push(said) - 1 : at);
      }
      return known.get(plainly);
    });
    const named = stays.map(([from, to, number, form, begins]) => ({ from, to: to < 0 ? newest : to, number, form, begins }));
    const life = {
      place, href, isEntry, mergedInto, stays: named, printed, formOf, forms, sentences: new Set(sentences),
      said: printed.map((_, at) => said[at] && new Set(said[at].map((each) => sentences[each]))), // by whole sentences, where these are known
      at: (release) => named.find(({ from, to }) => from <= release && release <= to),
    };
    for (const form of forms) {
      form.shingleSet = new Set(form.shingles);
      const places = new Map(), twice = new Set();
      form.shingles.forEach((shingle, at) => { if (places.has(shingle)) twice.add(shingle); places.set(shingle, at); });
      for (const shingle of twice) places.delete(shingle);
      form.onlyPlaces = places;
    }
    life.shingleSet = new Set(forms.flatMap(({ shingles }) => shingles));
    return life;
  }

  // Some lives by their places
  async function livesAt(places) {
    const pieces = [...new Set(places.map((place) => Math.floor(place / head.piece)))];
    await Promise.all(pieces.map(async (piece) => {
      const { lives } = await read(`identify/lives-${piece}.json`);
      for (const place of places) {
        if (Math.floor(place / head.piece) !== piece || head.read.has(place)) continue;
        head.read.set(place, unpacked(lives[place % head.piece], place, head.releases.length - 1));
      }
    }));
    return new Map(places.map((place) => [place, head.read.get(place)]));
  }

  // Whole sentences in a row that one wording has --------------------------------
  // The lives that ever had a sentence, those of clauses first
  async function having(name) {
    const pieces = head.heads.get(name.slice(0, head.letters)) ?? [];
    const places = pieces.flatMap((piece) => range(piece * head.piece, Math.min(head.lives, (piece + 1) * head.piece)));
    const lives = [...(await livesAt(places)).values()];
    return lives.filter(({ sentences }) => sentences.has(name)).sort((a, b) => a.isEntry - b.isEntry || a.place - b.place);
  }

  const squeezed = (text) => text.trim().split(/\s+/).join(" ");
  function readingsOf(said) {
    const whole = said.replaceAll("’’’’’’", "’"), bare = whole.replace(/^[ "“”()[\]{};,/]+|[ "“”()[\]{};,/]+$/g, "");
    const found = [whole, bare, bare.replace(/(?<=[a-z])- (?=[a-z])/g, "")];
    return [...new Set([...found, ...found.map((each) => each.replace(/\bRule(?=s? \d)/g, "rule"))])];
  }
  async function knownParts(sentence, start, stop, page) {
    const found = [];
    for (const [first, last] of page.parts(start, stop)) {
      if (first < (found.at(-1)?.stop ?? start)) continue;
      const said = first === start && last === stop ? sentence : squeezed(page.between(first, last));
      for (const each of readingsOf(said)) {
        const name = fingerprint(folded(each, head)), lives = await having(name);
        if (!lives.length) continue;
        found.push({ start: first, stop: last, name, lives });
        break;
      }
    }
    return found;
  }

  async function inParagraph([first, last], page) {
    const found = [];
    let start = first;
    for (const sentence of sentencesOf(squeezed(page.between(first, last)))) {
      const stop = start + words(sentence);
      if (stop > start) found.push(knownParts(sentence, start, stop, page));
      start = stop;
    }
    return (await Promise.all(found)).flat();
  }

  // Whether some wording has sentences one after the other
  const hasInOrder = (names) => ({ said }) => said.some((there) => {
    const left = there ? there.values() : [].values();
    return names.every((name) => { for (let one = left.next(); !one.done; one = left.next()) if (one.value === name) return true; return false; });
  });
  function inRows(found) {
    const rows = [];
    for (const one of found) {
      const row = rows.at(-1);
      const goesOn = row && one.start === row.at(-1).stop && one.lives.filter((life) => row.every(({ lives }) => lives.includes(life))).some(hasInOrder([...row, one].map(({ name }) => name)));
      if (goesOn) row.push(one); else rows.push([one]);
    }
    return rows.filter((row) => row.some(({ start, stop }) => stop - start >= SENTENCE_WORDS)); // fewer words prove nothing
  }

  // In how many letters a row of sentences differs from each wording of the lives that have all of them; `order` is the
  // one in which lives are met: of equal ones the first is named
  function quotedIn(row, page, order) {
    const lives = row[0].lives.filter((life) => row.every((each) => each.lives.includes(life)));
    const [start, stop] = [row[0].start, row.at(-1).stop], letters = page.letters(start, stop), written = page.joined(start, stop);
    const costOf = (said) => said ? sum(row.map((one) => said.has(one.name) ? 0 : page.letters(one.start, one.stop))) : letters;
    const agreements = lives.sort((a, b) => order.get(a) - order.get(b)).map((life) => ({
      life, costs: life.said.map((said, at) => life.forms[life.formOf[at]].whole.includes(written) ? 0 : costOf(said)),
    }));
    return { start, stop, letters, agreements };
  }

  // The quotations in whole sentences of lives of which not every text is here
  async function sentencesIn(page) {
    const paragraphs = await Promise.all(page.bodies.map((body) => inParagraph(body, page)));
    const order = new Map([...new Set(paragraphs.flat().flatMap(({ lives }) => lives))].map((life, at) => [life, at]));
    return paragraphs.flatMap(inRows).map((row) => quotedIn(row, page, order));
  }

  async function indexFor(page) {
    const places = await livesFor(page), lives = await livesAt(places);
    const byShingle = new Map();
    for (const [place, { shingleSet: shingles }] of lives) {
      for (const shingle of shingles) {
        if (byShingle.has(shingle)) byShingle.get(shingle).push(place); else byShingle.set(shingle, [place]);
      }
    }
    return {
      lives, isCommon, everHas: (word) => head.ranks.has(word), size: head.lives,
      having: (shingle) => byShingle.get(shingle) ?? [],
      count: (shingle) => head.common.get(shingle) ?? byShingle.get(shingle)?.length ?? 0,
      numbered: (number) => places.filter((place) => lives.get(place).stays.some((stay) => stay.number === number)),
    };
  }

  // Words as they were meant -------------------------------------------------
  function readSo(plain, index) {
    const words = [...plain];
    const isAmongNeighbours = (word, at) => {
      const around = [...words.slice(Math.max(0, at - SHINGLE_WORDS + 1), at), word, ...words.slice(at + 1, at + SHINGLE_WORDS)];
      return shinglesOf(around).some((shingle) => index.count(shingle));
    };
    plain.forEach((word, at) => {
      if (!isCommon(word) && !isAmongNeighbours(word, at)) words[at] = near(word).find((each) => isAmongNeighbours(each, at)) ?? word;
    });
    return words;
  }

  // How words agree ----------------------------------------------------------
  function keptBlocks(page, [start, stop], said, [saidStart, saidStop]) {
    let [a, b, endA, endB] = [saidStart, start, saidStop, stop];
    while (a < endA && b < endB && said[a] === page[b]) { a++; b++; }
    while (endA > a && endB > b && said[endA - 1] === page[endB - 1]) { endA--; endB--; }
    const width = endA - a + 1;
    const longest = new Uint16Array(width * (endB - b + 1));
    for (let row = 1; row <= endB - b; row++) {
      for (let column = 1; column < width; column++) {
        longest[row * width + column] = said[a + column - 1] === page[b + row - 1]
          ? longest[(row - 1) * width + column - 1] + 1 : Math.max(longest[(row - 1) * width + column], longest[row * width + column - 1]);
      }
    }
    const pairs = [];
    let [column, row] = [endA - a, endB - b];
    while (row && column) {
      if (longest[row * width + column] === longest[row * width + column - 1]) column--;
      else if (row > 1 && longest[(row - 1) * width + column] !== longest[(row - 1) * width + column - 1]) row--;
      else { row--; column--; pairs.push([a + column, b + row]); }
    }
    const every = [...range(0, a - saidStart).map((at) => [saidStart + at, start + at]), ...pairs.reverse(),
      ...range(0, saidStop - endA).map((at) => [endA + at, endB + at])];
    const blocks = [];
    for (const [atSaid, at] of every) {
      const last = blocks.at(-1);
      if (last && last[1] === atSaid && last[3] === at) { last[1]++; last[3]++; } else blocks.push([atSaid, atSaid + 1, at, at + 1]);
    }
    return blocks;
  }

  function isChance(blocks, page) {
    if (blocks.length < 2) return false;
    const [left, right] = [...blocks].sort((a, b) => a[0] - b[0]);
    const length = blocks[0][1] - blocks[0][0];
    if (right[2] === left[3] && page.hasLeftOut(right[2])) return length < CHANCE_WORDS;
    const apart = Math.max(right[0] - left[1], right[2] - left[3]);
    return length < CHANCE_WORDS ? apart > length : apart > length + CHANCE_WORDS;
  }

  function closed(blocks, said) {
    const found = blocks.slice(-1);
    for (const [start, stop, at, end] of blocks.slice(0, -1).reverse()) {
      const [first, last, joined, until] = found.at(-1);
      const size = stop - start;
      if (end === joined && first >= size && said.slice(start, stop).join(" ") === said.slice(first - size, first).join(" ")) found[found.length - 1] = [first - size, last, at, until];
      else found.push([start, stop, at, end]);
    }
    return found.reverse();
  }

  function* differing(said, [saidStart, saidStop], page, [start, stop]) {
    let [atSaid, at] = [saidStart, start];
    for (const block of [...keptBlocks(page, [start, stop], said, [saidStart, saidStop]), [saidStop, saidStop, stop, stop]]) {
      if (atSaid < block[0] || at < block[2]) yield [atSaid, block[0], at, block[2]];
      [atSaid, at] = [block[1], block[3]];
    }
  }

  function slipped(own, beside) {
    if (beside.length <= EDGE_WORDS) return beside.length;
    const written = own.join(" ");
    const apart = beside.map((each) => lettersApart(written, each.join(" ")));
    const best = apart.indexOf(Math.min(...apart));
    return apart[best] <= SPELLING_SHARE * [...written].length ? best + 1 : 0;
  }

  function withEdges(words, said, blocks, [first, end]) {
    const page = words.read;
    let [saidFrom, , from] = blocks[0];
    let [, saidTo, , to] = blocks.at(-1);
    const runs = blocks.slice(1).map((other, at) => [blocks[at][1], other[0], blocks[at][3], other[2]]);
    if (from > first && from - first <= EDGE_WORDS && !words.opens(from)) {
      const heads = [];
      for (let at = saidFrom - 1; at > Math.max(-1, saidFrom - EDGE_WORDS - 2); at--) heads.push(said.slice(at, saidFrom));
      const size = slipped(page.slice(first, from), heads);
      if (size) {
        runs.unshift(...differing(said, [saidFrom - size, saidFrom], page, [first, from]));
        [saidFrom, from] = [saidFrom - size, first];
      }
    }
    if (end > to && end - to <= EDGE_WORDS && !words.encloses(from, to)) {
      const tails = [];
      for (let at = saidTo + 1; at <= Math.min(said.length, saidTo + EDGE_WORDS + 1); at++) tails.push(said.slice(saidTo, at));
      const size = slipped(page.slice(to, end), tails);
      if (size) {
        runs.push(...differing(said, [saidTo, saidTo + size], page, [to, end]));
        [saidTo, to] = [saidTo + size, end];
      }
    }
    return { start: from, stop: to, saidStart: saidFrom, saidStop: saidTo, runs };
  }

  function fit(page, window, said, saidWindow, paragraph) {
    const blocks = keptBlocks(page.read, window, said, saidWindow);
    const chances = () => [0, -1].filter((at) => isChance(at ? blocks.slice(-2).reverse() : blocks.slice(0, 2), page));
    const length = (at) => blocks.at(at)[1] - blocks.at(at)[0];
    for (let ends = chances(); ends.length; ends = chances()) blocks.splice(ends.reduce((a, b) => length(b) < length(a) ? b : a), 1);
    if (!blocks.length) return null;
    const found = withEdges(page, said, closed(blocks, said), paragraph);
    const { start, stop, saidStart, saidStop } = found;
    if (range(start, stop).some((at) => page.read[at] !== page.plain[at])) found.runs = [...differing(said, [saidStart, saidStop], page.plain, [start, stop])];
    const isLeftOut = ([, , from, to]) => from === to && page.hasLeftOut(from);
    return { ...found, runs: found.runs.filter((run) => !isLeftOut(run)), leftOut: found.runs.filter(isLeftOut) };
  }

  function goneOn(found, page, said, { start: first, stop: last }) {
    let { start, stop, saidStart, saidStop } = found;
    while (start > first && saidStart && page[start - 1] === said[saidStart - 1]) { start--; saidStart--; }
    while (stop < last && saidStop < said.length && page[stop] === said[saidStop]) { stop++; saidStop++; }
    return { ...found, start, stop, saidStart, saidStop };
  }
  const lettersOf = ({ runs }, page, said) => sum(runs.map(([from, to, start, stop]) => lettersApart(said.slice(from, to).join(" "), page.slice(start, stop).join(" "))));
  const costOf = ({ runs }) => sum(runs.map(([from, to, start, stop]) => Math.max(to - from, stop - start)));
  const keeps = ({ runs, leftOut }, start, stop) => ![...runs, ...leftOut].some(([from, to]) => (from < stop && start < to) || (start < from && from === to && to < stop));
  const onPage = ({ start, saidStart, runs, leftOut }, said) => start + said - saidStart
    + sum([...runs, ...leftOut].filter(([, to]) => to <= said).map(([from, to, first, last]) => (last - first) - (to - from)));

  function quotedOnce(page, said, [first, last]) {
    const parts = [[]];
    let farthest = -1;
    for (let at = first; at <= last; at++) {
      const position = said.onlyPlaces.get(page.shingles[at]);
      if (position === undefined) continue;
      if (position + AGAIN_WORDS < farthest) { parts.push([]); farthest = -1; }
      parts.at(-1).push(at);
      farthest = Math.max(farthest, position);
    }
    const longest = parts.reduce((best, each) => each.length > best.length ? each : best);
    return parts.length > 1 ? [longest[0], longest.at(-1)] : [first, last];
  }

  function fitted(page, said, places, limits) {
    const once = said.onlyPlaces;
    const [first, last] = quotedOnce(page, said, places);
    const there = range(first, last + 1).filter((at) => once.has(page.shingles[at]));
    if (!there.length) return null;
    const [head, tail] = [there[0], there.at(-1)];
    const [saidHead, saidTail, length] = [once.get(page.shingles[head]), once.get(page.shingles[tail]), said.plain.length];
    const start = Math.max(limits.start, head - saidHead - SLACK_WORDS, first - AROUND_WORDS);
    const stop = Math.min(limits.stop, tail + length - saidTail + SLACK_WORDS, last + SHINGLE_WORDS + AROUND_WORDS);
    const saidStart = Math.max(0, saidHead - (head - start) - SAID_SLACK_WORDS);
    const saidStop = Math.min(length, saidTail + (stop - tail) + SAID_SLACK_WORDS);
    const found = fit(page, [start, stop], said.plain, [saidStart, saidStop], page.body(head, limits.start));
    return found && goneOn(found, page.read, said.plain, limits);
  }

  function isSlip([from, to, start, stop], said, page, index) {
    const written = page.plain.slice(start, stop);
    if (written.some((word) => /^\p{Nd}+$/u.test(word))) return false; // it refers to another rule
    return !written.some(index.isCommon) || (written.length === 1 && to - from === 1 && lettersApart(written[0], said.plain[from]) <= 1);
  }

  function isQuotation(found, said, page, index) {
    const hasSlips = found.runs.some(([, , start, stop]) => stop > start) && found.runs.every((run) => isSlip(run, said, page, index));
    const areSlips = hasSlips && lettersOf(found, page.plain, said.plain) <= SLIPS_MAX * page.letters(found.start, found.stop);
    if (costOf(found) > DIFFERING_MAX * (found.stop - found.start) && !areSlips) return false;
    const starts = said.sentenceStarts;
    const every = [[0, said.plain.length], ...starts.slice(1).map((stop, at) => [starts[at], stop])];
    const isOfWeight = ([start, stop]) => range(start, stop).filter((at) => !/^\p{Nd}/u.test(said.plain[at])).length >= SENTENCE_WORDS && said.speaks.slice(start, stop).some(Boolean);
    const whole = every.filter((one) => found.saidStart <= one[0] && one[0] < one[1] && one[1] <= found.saidStop && isOfWeight(one));
    if (whole.some((one) => keeps(found, ...one) && page.isApart(onPage(found, one[0]), onPage(found, one[1])))) return true;
    if (whole.length && hasSlips) return true;
    const speaking = (from, to) => said.speaks.slice(from, to).filter(Boolean).length;
    const own = speaking(found.saidStart, found.saidStop) - sum(found.leftOut.map(([from, to]) => speaking(from, to)));
    const kept = found.saidStop - found.saidStart - sum(found.leftOut.map(([from, to]) => to - from));
    if (own >= PIECE_WORDS || (kept >= PIECE_WORDS && own - costOf(found) >= INTRODUCING_WORDS)) return true;
    const isOfFew = page.shingles.slice(found.start, found.stop - SHINGLE_WORDS + 1).some((shingle) => index.count(shingle) <= FEW_LIVES);
    return own >= HALF_WORDS && !found.runs.length && isOfFew && page.isApart(found.start, found.stop);
  }

  const shared = (said, shingles) => [...shingles].filter((each) => said.shingleSet.has(each)).length;
  // What is a quotation, then what explains more
  const isBetter = (one, other) => one.isQuotation === other.isQuotation ? one.gain > other.gain : one.isQuotation;
  function bestFit(stretch, limits, page, index) {
    const [first, last] = [stretch.places[0], stretch.places.at(-1)];
    const around = new Set(page.shingles.slice(Math.max(limits.start, first - AROUND_WORDS), Math.min(limits.stop, last + AROUND_WORDS)));
    const every = index.lives.get(stretch.life).forms.map((said, at) => ({ said, at, count: shared(said, around) }));
    every.sort((a, b) => b.count - a.count || b.at - a.at);
    let best = null;
    for (const { said, count } of every.slice(0, WORDINGS_MAX)) {
      const found = count >= every[0].count - SHINGLE_WORDS && fitted(page, said, [first, last], limits);
      if (!found) continue;
      const gain = page.letters(found.start, found.stop) - COST_OF_LETTER * lettersOf(found, page.plain, said.plain);
      const one = { gain, fit: found, isQuotation: isQuotation(found, said, page, index) };
      if (!best || isBetter(one, best)) best = one;
    }
    return best;
  }

  function agreementOf(place, best, limits, page, index) {
    const life = index.lives.get(place);
    const there = new Set(page.shingles.slice(best.start, Math.max(best.start, best.stop - SHINGLE_WORDS + 1)));
    const words = page.joined(best.start, best.stop);
    const lacking = life.forms.map((said) => there.size - shared(said, there));
    const near = Math.min(...lacking) + FAR_SHINGLES;
    const costs = life.forms.map((said, at) => {
      if (lacking[at] > near) return lacking[at] * FAR_LETTERS;
      if (!lacking[at] && said.whole.includes(words)) return 0;
      const found = fitted(page, said, [best.start, best.stop - SHINGLE_WORDS], limits);
      if (!found) return page.letters(best.start, best.stop);
      return lettersOf(found, page.plain, said.plain) + page.letters(best.start, found.start) + page.letters(found.stop, best.stop);
    });
    return { life, costs: life.formOf.map((form) => costs[form]) };
  }

  // The search ---------------------------------------------------------------
  function quotationsIn(page, index, known) {
    const weights = page.shingles.map((shingle) => index.having(shingle).length ? Math.log(index.size / index.count(shingle)) : 0);
    const weightOf = (places) => sum(places.map((place) => weights[place]));
    const byLife = new Map();
    page.shingles.forEach((shingle, place) => {
      if (index.count(shingle) >= COMMON_MIN) return;
      for (const life of index.having(shingle)) if (byLife.has(life)) byLife.get(life).push(place); else byLife.set(life, [place]);
    });
    function apart(life, places) {
      const found = [];
      let first = 0;
      for (let at = 1; at <= places.length; at++) {
        if (at < places.length && places[at] - places[at - 1] <= GAP_WORDS && page.paragraphOf(places[at]) === page.paragraphOf(places[at - 1])) continue;
        const own = places.slice(first, at), weight = weightOf(own);
        if (weight >= WEIGHT_MIN && own.length >= DENSITY_MIN * (own.at(-1) - own[0] + 1)) found.push({ weight, life, places: own });
        first = at;
      }
      return found;
    }
    const every = [...byLife].flatMap(([life, places]) => weightOf(places) >= WEIGHT_MIN ? apart(life, places) : []);

    function rivals(stretch) {
      const within = new Set(stretch.places), bound = RIVAL_SHARE * stretch.weight, found = new Map();
      for (const other of every) {
        if (other.weight < bound || other.life === stretch.life || found.has(other.life)) continue;
        const weight = weightOf(other.places.filter((place) => within.has(place)));
        if (weight >= bound) found.set(other.life, { weight, other });
      }
      const number = page.heads.get(page.body(stretch.places[0])[0]);
      const named = new Set(number ? index.numbered(number) : []);
      return [...found.values()].sort((a, b) => named.has(b.other.life) - named.has(a.other.life) || b.weight - a.weight || a.other.life - b.other.life)
        .slice(0, RIVALS_MAX).map(({ other }) => other);
    }

    let taken = [];
    const cuts = [...page.openings, ...page.sentenceStarts];
    function quoted(best, lives, limits) {
      const letters = page.letters(best.start, best.stop);
      const agreements = lives.map((life) => agreementOf(life, best, limits, page, index));
      const least = ({ costs }) => Math.min(...costs);
      const nearest = Math.min(...agreements.map(least));
      const near = agreements.filter((each) => least(each) <= nearest + DIFFERING_MAX * letters);
      near.sort((a, b) => least(a) - least(b) || a.life.place - b.life.place);
      const one = { start: best.start, stop: best.stop, letters, agreements: near };
      taken.push(one);
      return one;
    }
    function compared(stretch) {
      const [first, end] = page.body(stretch.places[0]);
      const before = taken.filter(({ start }) => start < stretch.places[0]).map(({ stop }) => stop);
      const after = taken.filter(({ start }) => start >= stretch.places[0]).map(({ start }) => start);
      const limits = { start: Math.max(first, ...before), stop: Math.min(end, ...after) };
      const own = bestFit(stretch, limits, page, index);
      if (!own?.isQuotation) return null;
      const others = rivals(stretch).map((one) => [one.life, bestFit(one, limits, page, index)]).filter(([, found]) => found);
      const fits = [[stretch.life, own], ...others];
      const best = fits.reduce((most, [, each]) => isBetter(each, most) ? each : most, own).fit;
      const same = fits.filter(([, found]) => found.fit.start < best.stop && best.start < found.fit.stop);
      return quoted(best, same.map(([life]) => life), limits);
    }
    function beside(stretch) {
      const free = stretch.places.filter((place) => !taken.some(({ start, stop }) => place + SHINGLE_WORDS > start && place < stop));
      return free.length === stretch.places.length ? null : apart(stretch.life, free);
    }
    function parted({ life, places }) {
      const parts = [[]];
      places.forEach((place, at) => {
        if (at && cuts.some((cut) => places[at - 1] < cut && cut <= place)) parts.push([]);
        parts.at(-1).push(place);
      });
      return parts.length > 1 ? parts.flatMap((part) => apart(life, part)) : [];
    }
    const inOrder = (a, b) => b.weight - a.weight || a.places[0] - b.places[0] || a.life - b.life;
    function search() {
      const waiting = [...every].sort(inOrder);
      while (waiting.length) {
        const stretch = waiting.shift();
        let rest = beside(stretch);
        if (!rest) rest = !compared(stretch) ? parted(stretch) : stretch.places.length <= AGAIN_PLACES_MAX ? beside(stretch) : [];
        if (rest?.length) waiting.push(...rest), waiting.sort(inOrder);
      }
      for (const [first, number] of page.heads) {
        if (first >= page.plain.length) continue;
        const [start, stop] = page.body(first);
        if (taken.some((one) => one.start < stop && start < one.stop)) continue;
        const fits = index.numbered(number).flatMap((life) => {
          const found = numberedFit(index.lives.get(life), { start, stop }, page);
          return found ? [{ life, ...found }] : [];
        });
        if (fits.length) quoted(fits.reduce((best, each) => each.letters < best.letters ? each : best).found, fits.map(({ life }) => life), { start, stop });
      }
    }
    search();
    const lacking = known.filter((one) => isLacking(one, taken));
    if (lacking.length) {
      taken = [...lacking, ...taken.filter((one) => lacking.every((other) => isBeside(one, other)))];
      search();
      const goesOn = (one) => lacking.some(({ stop }) => one.start === stop && page.paragraphOf(one.start) === page.paragraphOf(stop - 1));
      taken = taken.filter((one) => !Math.min(...one.agreements.flatMap(({ costs }) => costs)) || !goesOn(one)); // no text says how
    }
    return taken.map((one) => withKnown(one, known)).sort((a, b) => a.start - b.start);
  }

  const isBeside = (one, other) => one.stop <= other.start || other.stop <= one.start;
  const isWithin = (one, other) => other.start <= one.start && one.stop <= other.stop;
  // Whether sentences were those of a clause, no text has them, and none has other words there as they stand
  function isLacking(one, found) {
    const had = one.agreements.flatMap(({ life, costs }) => life.printed.filter((_, at) => !costs[at]));
    const rivals = found.filter((other) => !Math.min(...other.agreements[0].costs) && !isBeside(other, one));
    return had.length && !had.some(Boolean) && rivals.every((other) => isWithin(other, one) && !isWithin(one, other));
  }
  // A quotation within known sentences, compared with the wordings without a text by these
  function withKnown(one, known) {
    const said = known.find((other) => isWithin(one, other));
    if (!said) return one;
    const costs = new Map(said.agreements.map((each) => [each.life, each.costs]));
    const found = new Map(isWithin(said, one) ? costs : []);
    for (const { life, costs: own } of one.agreements) found.set(life, own.map((cost, at) => (costs.get(life) ?? own)[at] && cost));
    return { ...one, agreements: [...found].map(([life, each]) => ({ life, costs: each })) };
  }

  function numberedFit({ forms }, limits, page) {
    let best = null;
    for (const said of forms) {
      const stop = Math.min(limits.stop, limits.start + said.plain.length + SLACK_WORDS);
      const found = fit(page, [limits.start, stop], said.plain, [0, said.plain.length], [limits.start, limits.stop]);
      const sentence = said.sentenceStarts.length > 1 ? said.sentenceStarts[1] : 0;
      if (!found || found.saidStart || found.saidStop < sentence || sentence < NUMBERED_WORDS) continue;
      const letters = lettersOf(found, page.plain, said.plain);
      if (letters <= DIFFERING_MAX * page.letters(found.start, found.stop) && !(best?.letters <= letters)) best = { letters, found };
    }
    return best;
  }

  // Slips --------------------------------------------------------------------
  function howAgreed({ start, stop }, page, life, wording) {
    const limits = { start, stop }, said = life.forms[life.formOf[wording]], printed = pageWords(life.printed[wording]);
    const last = stop - SHINGLE_WORDS;
    const found = (last >= start && fitted(page, said, [start, last], limits)) || fit(page, [start, stop], said.plain, [0, said.plain.length], [start, stop]);
    return { said, printed, fit: found || { start, stop, saidStart: 0, saidStop: said.plain.length, runs: [[0, said.plain.length, start, stop]], leftOut: [] } };
  }
  const slipsOf = ({ fit: { runs }, printed }, page) => runs.map(([from, to, start, stop]) => ({ written: page.printed(start, stop), official: printed.printed(from, to) }));

  // Sentences that say the same, as crdiff/text/nearest.py measures it ---------
  function stem(written) {
    let word = written.replace(/^'+|'+$/g, "").replace(/'s$/, "");
    if (word.length > 4 && /[^su]s$/.test(word)) word = word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
    for (const ending of ["ing", "ed"]) {
      if (word.length <= ending.length + 2 || !word.endsWith(ending)) continue;
      word = word.slice(0, -ending.length);
      return /([^ls])\1$/.test(word) ? word.slice(0, -1) : word;
    }
    return word.length > 4 ? word.replace(/e$/, "") : word;
  }
  const distinctWords = (text) => new Set(folded(text, head).toLowerCase().replace(/[.,;:!?()[\]"#-]/g, " ").split(/\s+/).filter(Boolean).map(stem));
  function fitOf(one, other) {
    const common = [...one].filter((word) => other.has(word)).length;
    const alike = common ? 2 * common / (one.size + other.size) : 0;
    return common >= 3 ? Math.max(alike, FIT_OF_A_PART * common / Math.min(one.size, other.size)) : alike; // 3 words weigh 1.5
  }

  // What stands today where a quotation stood, as crdiff/identify/today.py tells it ----
  const straight = (text) => text.replace(/[’‘]/g, "'").replace(/[“”]/g, "\"");
  const asPrinted = (text) => sentencesOf(text, straight(text).replace(/[?\ufffd]/g, "\""));
  const proper = (text) => text.split("\nExample")[0];
  const wordsAlone = (text) => pageWords(folded(text, head)).whole;
  const says = (now, words) => wordsAlone(now).includes(wordsAlone(words));
  function sameAs(sentence, others) {
    const fits = others.map((each) => fitOf(distinctWords(sentence), distinctWords(each)));
    const best = Math.max(0, ...fits);
    return best >= SAID ? fits.indexOf(best) : -1;
  }
  function partOf(official, now) {
    const [quoted, there] = [asPrinted(official), asPrinted(now)];
    const [first, last] = [sameAs(quoted[0], there), sameAs(quoted.at(-1), there)];
    if (first < 0 || last < first) return "";
    const start = now.indexOf(there[first]);
    return now.slice(start, now.indexOf(there[last], start) + there[last].length).trim();
  }
  // The words quoted as the rules print them, what stands today in their place, "" where nothing does, and whether it
  // reads otherwise
  function saidToday(pieces, stands, isOutdated, positions, page) {
    const { life, costs, stay, one } = pieces[0], agreed = pieces.map((piece) => piece.agreed).filter(Boolean);
    const [{ printed, fit: first } = {}, { fit: last } = {}] = [agreed[0], agreed.at(-1)];
    const isRead = pieces[0].agreed && pieces.at(-1).agreed; // else its words stand as they are
    const official = isRead ? printed.asPrinted(first.saidStart, last.saidStop) : page.asPrinted(one.start, pieces.at(-1).one.stop);
    const now = stands.now ? stands.life.printed[stands.now.form] : "";
    if (!now) return { official, said: "", isOtherwise: isOutdated };
    const covered = sum(agreed.map(({ fit: { saidStart, saidStop } }) => saidStop - saidStart));
    const length = printed?.wordsBefore(proper(printed.text).length);
    const isPart = stands.life !== life || !printed || first.saidStart > 0 || last.saidStop < length || covered < length;
    const wasWhole = (stands.life !== life || printed) && pieces.length === 1 && life.stays.some(({ form, from, to }) => costs[form] === costs[stay.form] && positions.some((at) => from <= at && at <= to)
      && pageWords(proper(life.printed[form])).plain.length === one.stop - one.start);
    const said = isPart && says(now, official) ? official : isPart && !wasWhole ? partOf(official, now)
      : official.includes("\nExample") ? now : proper(now);
    return { official, said, isOtherwise: said ? wordsAlone(said) !== wordsAlone(official) : isOutdated };
  }

  // What sentences that quote nothing say in outdated words, as crdiff/identify/hints.py tells it. That no clause says
  // them today is certain: all that have each of the words are read; where these are too many nothing is told
  async function hintsIn(page, quotations, index) {
    const found = [], newest = head.releases.findLastIndex((each) => each[2]), starts = page.sentenceStarts;
    const sentences = starts.slice(0, -1).map((start, at) => [start, starts[at + 1]])
      .filter(([start, stop]) => stop - start >= SENTENCE_WORDS && !quotations.some((one) => one.start < stop && start < one.stop));
    const places = sentences.flatMap(([start, stop]) => range(start, stop - SHINGLE_WORDS + 1)).flatMap((at) => livesWithAll(page.plain.slice(at, at + SHINGLE_WORDS)) ?? []);
    const lives = [...(await livesAt([...new Set([...index.lives.keys(), ...places])])).values()];
    const isSaid = (lives, start, length) => lives.some((life) => life.at(newest) && life.forms[life.formOf[life.at(newest).form]].whole.includes(page.joined(start, start + length)));
    const having = (at) => lives.filter(({ shingleSet }) => shingleSet.has(page.shingles[at]));
    async function outdated(window, life, said) {
      const official = pageWords(said).plain;
      const shared = keptBlocks(page.plain, window, official, [0, official.length]).map(([, , at, end]) => [end - at, at]);
      for (const [length, start] of shared.sort((a, b) => b[0] - a[0] || b[1] - a[1])) {
        if (length < OUTDATED_WORDS) break;
        const words = page.joined(start, start + length), every = livesWithAll(page.plain.slice(start, start + length));
        if (!every || isSaid([...(await livesAt(every)).values()], start, length)) continue;
        const stays = life.stays.filter(({ form }) => life.forms[life.formOf[form]].whole.includes(words));
        return stays.length ? { life, number: stays.at(-1).number, said: page.printed(start, start + length), last: Math.max(...stays.map(({ to }) => to)) } : null;
      }
      return null;
    }
    for (const [start, stop] of sentences) {
      const near = [], outdatedAt = range(start, stop - SHINGLE_WORDS + 1).filter((at) => !isSaid(having(at), at, SHINGLE_WORDS));
      for (const life of new Set(outdatedAt.flatMap(having))) {
        const own = distinctWords(page.printed(start, stop)), said = sentencesOf(life.printed.map(straight).join("\n"));
        const fits = said.map((each) => fitOf(own, distinctWords(each))), fit = Math.max(0, ...fits);
        const hint = fit >= KIN && await outdated([start, stop], life, said[fits.indexOf(fit)]);
        if (hint) near.push({ fit, ...hint });
      }
      found.push(...near.sort((a, b) => b.fit - a.fit || a.life.place - b.life.place).slice(0, 1));
    }
    return found;
  }

  async function quotationsOf(source, withHints) {
    const { releases, ranks, heads } = await headOf();
    const text = textOf(source), bare = pageWords(text), everHas = (word) => ranks.has(word);
    const [known, index] = await Promise.all([heads.size ? sentencesIn(bare) : [], ranks.size ? indexFor(pageWords(text, null, everHas)) : null]);
    if (!index) return { page: bare, quotations: known, releases, hints: [] };
    const page = pageWords(text, (plain) => readSo(plain, index), everHas);
    const quotations = quotationsIn(page, index, known.filter(({ agreements }) => agreements.length).map((one) => page.placed(one, bare)));
    return { page, quotations, releases, hints: withHints ? await hintsIn(bare, quotations, index) : [] };
  }

  Object.assign(window.crdiff, { howAgreed, keptBlocks, quotationsOf, readHead: headOf, saidToday, slipsOf });
})();
