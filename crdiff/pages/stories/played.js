// The slider of a played story: one step is one release, and only its outcome is shown.
(() => {
  "use strict";
  const slider = document.getElementById("when");
  const steps = [...document.querySelectorAll("#steps a")];
  const panels = [...document.querySelectorAll(".panel")];
  const tabs = [...document.querySelectorAll(".stretch a")];
  const says = document.querySelector(".slide output");
  if (!slider || !steps.length) return;
  const outcomes = [...document.querySelectorAll(".outcome")];
  const outcomeOf = (step) => document.getElementById(step.hash.slice(1));

  function show() {
    const step = steps[slider.value];
    const outcome = outcomeOf(step);
    const at = panels.findIndex((panel) => panel.contains(outcome));
    panels.forEach((panel, i) => { panel.hidden = i !== at; });
    outcomes.forEach((each) => { each.hidden = each !== outcome; });
    tabs.forEach((tab, i) => { tab.parentElement.classList.toggle("now", i === at); });
    const words = step.textContent + ": " + tabs[at].querySelector("b").textContent;
    says.replaceChildren(...window.crdiff.dated(words));
    slider.setAttribute("aria-valuetext", words);
  }

  function goTo(id) {
    const target = id && document.getElementById(id);
    const leads = (step) => target && target.contains(outcomeOf(step));
    const at = leads(steps[slider.value]) ? Number(slider.value) : steps.findIndex(leads);
    if (at < 0) return false;
    slider.value = at;
    show();
    return true;
  }

  slider.addEventListener("input", show);
  tabs.forEach((tab) => tab.addEventListener("click", (event) => {
    if (goTo(tab.hash.slice(1))) event.preventDefault();
  }));
  steps.forEach((step, i) => step.addEventListener("click", () => { slider.value = i; show(); }));
  addEventListener("hashchange", () => goTo(location.hash.slice(1)));
  if (!goTo(location.hash.slice(1))) show();
  slider.parentElement.classList.add("set");
})();
