"use strict";
(function () {
  // The style hides what the filters leave out. This counts the rest, and hides documents of which nothing is left.
  var form = document.getElementById("filters");
  if (!form) return;
  var shown = document.getElementById("shown");
  var docs = Array.from(document.querySelectorAll(".doc"), function (doc) {
    return { node: doc, items: Array.from(doc.querySelectorAll(".item"), function (i) { return i.classList; }) };
  });
  function value(id) {
    var select = document.getElementById(id);
    return select ? select.value : "";
  }
  function update() {
    var wanted = ["severity", "state"].map(value).filter(Boolean);
    var only = value("document"), rule = value("rule"), count = 0, all = 0;
    if (rule !== "") wanted.push("r" + rule);
    docs.forEach(function (d) {
      var left = 0;
      if (only === "" || d.node.id === "d" + only)
        d.items.forEach(function (c) { if (wanted.every(function (w) { return c.contains(w); })) left++; });
      d.node.hidden = left === 0 && (only !== "" || wanted.length > 0) && d.node.id !== "d" + only;
      count += left;
      all += d.items.length;
    });
    shown.value = count === all ? all + (all === 1 ? " finding" : " findings") : count + " of " + all + " findings";
  }
  form.addEventListener("change", update);
  form.addEventListener("reset", function () { setTimeout(update, 0); });
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  window.addEventListener("pageshow", update);
})();
