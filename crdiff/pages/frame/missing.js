// A clause may be named by any release and its number there, /clause/2008-02-01-507.3b/; which clause that is,
// the list of the release's clauses says. A subsection that is gone is told among the numbers.
(() => {
  "use strict";
  const root = new URL(document.documentElement.dataset.root, location.href);
  const go = (path) => location.replace(new URL(path, root));
  const [, release, number] = /\/clause\/(\d{4}-\d\d-\d\d)-([\d.a-z]+)\/?$/.exec(location.pathname) ?? [];
  const [, subsection] = /\/rules\/(\d{3})\b[^/]*\/?$/.exec(location.pathname) ?? [];
  if (subsection) {
    fetch(new URL(`number/${subsection}/index.json`, root)).then((answer) => { if (answer.ok) go(`number/${subsection}/`); });
  } else if (release) {
    fetch(new URL(`releases/${release}/clauses.json`, root))
      .then((answer) => answer.ok ? answer.json() : { clauses: [] })
      .then(({ clauses }) => clauses.find((clause) => clause[1] === number))
      .then((found) => { if (found) go(`clause/${found[0]}/`); });
  }
})();
