"use strict";
(function () {
  document.addEventListener("click", function (e) {
    if (!e.target.classList.contains("copy")) return;
    var code = e.target.previousElementSibling, range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    var done = document.execCommand("copy");
    e.target.textContent = done ? "Copied" : "Selected";
  });
  // The style hides what the filters leave out, the search hides the rest. This counts what is left, hides documents of
  // which nothing is, and keeps the filters in the address.
  var form = document.getElementById("filters");
  if (!form) return;
  var shown = document.getElementById("shown"), fields = ["document", "rule", "severity", "state", "search"];
  var docs = Array.from(document.querySelectorAll(".doc"), function (doc) {
    return { node: doc, items: Array.from(doc.querySelectorAll(".item"), function (i) { return { node: i, has: i.classList, hidden: false }; }) };
  });
  function field(id) { return document.getElementById(id); }
  function value(id) { return field(id) ? field(id).value : ""; }
  // show scrolls to a finding, and again in the next frames: the height of what comes into view was a guess.
  function show(finding, frames) {
    finding.scrollIntoView();
    if (frames > 0) requestAnimationFrame(function () { show(finding, frames - 1); });
  }
  function update() {
    var wanted = ["severity", "state"].map(value).filter(Boolean);
    var only = value("document"), rule = value("rule"), words = value("search").toLowerCase(), count = 0, all = 0;
    if (rule !== "") wanted.push("r" + rule);
    docs.forEach(function (d) {
      var left = 0, here = only === "" || d.node.id === "d" + only;
      d.items.forEach(function (i) {
        if (words !== "") i.text = i.text || i.node.textContent.toLowerCase();
        var found = words === "" || i.text.indexOf(words) >= 0;
        if (i.hidden === found) i.node.hidden = i.hidden = !found;
        if (here && found && wanted.every(function (w) { return i.has.contains(w); })) left++;
      });
      d.node.hidden = left === 0 && (only !== "" || words !== "" || wanted.length > 0) && d.node.id !== "d" + only;
      count += left;
      all += d.items.length;
    });
    shown.value = count === all ? all + (all === 1 ? " finding" : " findings") : count + " of " + all + " findings";
  }
  function write() {
    var parts = fields.filter(value).map(function (id) { return id + "=" + encodeURIComponent(value(id)); });
    if (parts.length > 0 || location.hash.indexOf("=") > 0) history.replaceState(null, "", "#" + parts.join("&"));
  }
  // read sets the filters to those of the address, or opens what a permalink leads to.
  function read() {
    var hash = location.hash.slice(1);
    if (hash.indexOf("=") > 0) {
      form.reset();
      hash.split("&").forEach(function (part) {
        var at = part.indexOf("="), of = field(part.slice(0, at));
        if (of && fields.indexOf(of.id) >= 0) of.value = decodeURIComponent(part.slice(at + 1));
      });
    } else if (hash !== "" && field(hash)) {
      form.reset();
      var within = field(hash).closest("details") || field(hash).querySelector("details");
      if (within) within.open = true;
      setTimeout(function () { show(field(hash), 2); }, 0);
    }
    update();
  }
  form.addEventListener("input", function () { update(); write(); });
  form.addEventListener("reset", function () { setTimeout(function () { update(); write(); }, 0); });
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  window.addEventListener("hashchange", read);
  window.addEventListener("pageshow", read);
})();
