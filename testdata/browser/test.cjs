// Looks at the pages in the folder that the first argument names. See run.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = process.argv[2];
const pictures = process.env.PICTURES;

async function open(browser, name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.troubles = [];
  page.on("console", (m) => page.troubles.push(m.text()));
  page.on("pageerror", (e) => page.troubles.push(String(e)));
  page.on("dialog", (d) => { page.troubles.push("dialog " + d.message()); d.dismiss(); });
  page.on("request", (r) => { if (!r.url().startsWith("file:")) page.troubles.push("request " + r.url()); });
  await page.goto("file://" + path.join(folder, name));
  return page;
}

async function quiet(page) {
  assert.deepEqual(page.troubles, []);
  await page.context().close();
}

// displayed returns how many elements the style does not hide by themselves.
const displayed = (page, what) => page.locator(what).evaluateAll((all) => all.filter((i) => getComputedStyle(i).display !== "none").length);
const shown = (page) => displayed(page, ".item");

// The debugger may run scripts that the policy of the page forbids. So the policy stays in force for the page itself.
async function violations(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const { result } = await session.send("Runtime.evaluate", {
    expression: "axe.run().then(r => JSON.stringify(r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' ').slice(0, 300))))",
    awaitPromise: true, returnByValue: true,
  });
  return JSON.parse(result.value);
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: path.join(pictures, name + ".png") });
}

const tests = {
  async "one main, a del and an ins for what changed"(browser) {
    for (const name of ["fix.html", "log.html", "many.html", "hostile.html"]) {
      const page = await open(browser, name);
      assert.equal(await page.locator("main").count(), 1, name);
      assert.ok(await page.locator("del").count(), name);
      assert.ok(await page.locator("ins").count(), name);
      await quiet(page);
    }
  },
  async "no violation of axe, light and dark, wide and narrow"(browser) {
    for (const name of ["fix.html", "log.html", "runs.html", "hostile.html"])
      for (const colorScheme of ["light", "dark"])
        for (const width of [1000, 320]) {
          const page = await open(browser, name, { colorScheme, viewport: { width, height: 800 } });
          assert.deepEqual(await violations(page), [], `${name} ${colorScheme} ${width}`);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways at ${width}`);
          if (name === "fix.html") await picture(page, `report-${colorScheme}-${width === 320 ? "narrow" : "wide"}`);
          await quiet(page);
        }
  },
  async "the first change and the next step are on the first screen"(browser) {
    for (const viewport of [{ width: 1280, height: 900 }, { width: 400, height: 900 }]) {
      const page = await open(browser, "fix.html", { viewport });
      for (const what of [".tally", ".next p", ".next code", "del, ins"]) {
        const box = await page.locator(what).first().boundingBox();
        assert.ok(box.y + box.height <= viewport.height, `${what} ends at ${Math.round(box.y + box.height)} of ${viewport.height}`);
      }
      await quiet(page);
    }
  },
  async "what was decided, what was committed, and how to take it back"(browser) {
    const fix = await open(browser, "fix.html");
    assert.match(await fix.locator(".lead").first().textContent(), /^Fixed 7 of 10, 3 need you\. .+\.$/);
    const commands = await fix.locator(".next code").allTextContents();
    const id = commands.find((c) => c.startsWith("git show ")).slice("git show ".length);
    assert.match(id, /^[0-9a-f]{10}$/);
    assert.ok(commands.some((c) => /^doc-iterate undo \S+$/.test(c)), commands.join(", "));
    assert.match(await fix.locator(".facts").innerText(), new RegExp("Commit\\s+" + id + "[0-9a-f]+"));
    await quiet(fix);
    const log = await open(browser, "log.html");
    assert.deepEqual((await log.locator(".next code").allTextContents()).map((c) => c.split(" ").slice(0, 2).join(" ")),
      ["git show", "doc-iterate undo"]);
    await quiet(log);
  },
  async "questions stand in their cards, and cards in the order of the document"(browser) {
    const page = await open(browser, "fix.html");
    assert.equal(await page.locator(".item.escalated .question").count(), 3);
    assert.equal(await page.locator(".questions").count(), 0);
    const lines = await page.locator(".item > p:first-child > a").evaluateAll((all) => all.map((a) => parseInt(a.textContent.replace("~", ""), 10) || Infinity));
    assert.deepEqual(lines, [...lines].sort((a, b) => a - b));
    await quiet(page);
  },
  async "commands are copied by a button"(browser) {
    const page = await open(browser, "fix.html", { permissions: ["clipboard-read", "clipboard-write"] });
    const command = await page.locator(".next code").first().textContent();
    await page.locator(".next button.copy").first().click();
    assert.equal(await page.locator(".next button.copy").first().textContent(), "Copied");
    assert.equal(await page.evaluate(() => getSelection().toString()), command);
    await quiet(page);
  },
  async "a permalink opens its finding, and folded documents open"(browser) {
    const page = await open(browser, "many.html");
    await page.evaluate(() => { for (const d of document.querySelectorAll(".doc > details")) d.open = false; });
    assert.equal(await page.locator("#d7f50").isVisible(), false);
    await page.evaluate(() => { location.hash = "d7f50"; });
    await page.waitForFunction(() => { const y = document.getElementById("d7f50").getBoundingClientRect().y; return y > 0 && y < innerHeight; });
    await quiet(page);
  },
  async "the search and the filters stay in the address"(browser) {
    const page = await open(browser, "fix.html");
    await page.getByLabel("Search").fill("denylist");
    assert.equal(await shown(page), 1);
    await page.getByLabel("State").selectOption("fixed");
    await page.reload();
    assert.equal(await page.getByLabel("Search").inputValue(), "denylist");
    assert.equal(await page.locator("#shown").textContent(), "1 of 10 findings");
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForFunction(() => document.getElementById("shown").value === "10 findings");
    await quiet(page);
  },
  async "the lists lead to documents and rules"(browser) {
    const page = await open(browser, "many.html");
    await page.locator("details.list").first().locator("summary").click();
    await page.locator("details.list a", { hasText: /^guide-7\.md$/ }).click();
    await page.waitForFunction(() => location.hash === "#" + [...document.querySelectorAll(".doc")].find((d) => d.querySelector("h2").textContent === "guide-7.md").id);
    await page.locator("details.list").nth(1).locator("summary").click();
    await page.locator("details.list").nth(1).getByRole("link").first().click();
    await page.waitForFunction(() => document.getElementById("rule").value === "0");
    await quiet(page);
  },
  async "filters, by their labels"(browser) {
    const page = await open(browser, "fix.html");
    assert.equal(await shown(page), 10);
    await page.getByLabel("State").selectOption("fixed");
    assert.equal(await shown(page), 7);
    assert.equal(await page.locator("#shown").textContent(), "7 of 10 findings");
    await page.getByLabel("Rule").selectOption("terminology");
    assert.equal(await shown(page), 3);
    await picture(page, "report-filtered");
    await page.getByLabel("Severity").selectOption("blocker");
    assert.equal(await shown(page), 0);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForFunction(() => document.getElementById("shown").value === "10 findings");
    assert.equal(await shown(page), 10);
    await quiet(page);
  },
  async "filters, by the keyboard"(browser) {
    const page = await open(browser, "fix.html");
    await page.locator("#rule").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "state");
    await page.keyboard.type("fixed");
    await page.waitForFunction(() => document.getElementById("state").value === "fixed");
    assert.equal(await shown(page), 7);
    await quiet(page);
  },
  async "without a script"(browser) {
    const page = await open(browser, "many.html", { javaScriptEnabled: false });
    await page.getByLabel("Document").selectOption("guide-7.md");
    assert.equal(await displayed(page, ".doc"), 1);
    await page.getByLabel("Document").selectOption("");
    await page.getByLabel("Severity").selectOption("blocker");
    assert.equal(await shown(page), 0);
    await page.context().close();
  },
  async "the trend over passes and runs, without a script"(browser) {
    const page = await open(browser, "runs.html", { javaScriptEnabled: false });
    const charts = page.getByRole("img");
    assert.ok(await charts.count() >= 2);
    assert.equal(await page.getByRole("img", { name: /^Open findings after each run: \d+ \(.*\), \d+ \(.*\)$/ }).count(), 1);
    assert.equal(await page.getByRole("img", { name: /^Quality score after each run: / }).count(), 1);
    for (const chart of await charts.all()) {
      const box = await chart.boundingBox();
      assert.ok(box.width > 100 && box.height > 40);
    }
    await page.context().close();
  },
  async "hostile input stays text"(browser) {
    const page = await open(browser, "hostile.html");
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    assert.match(await page.locator("main").innerText(), /<U\+202E>gnp\.exe ␛\[31m/);
    assert.ok(fs.statSync(path.join(folder, "hostile.html")).size < 50_000);
    await quiet(page);
  },
  async "ten thousand findings"(browser) {
    assert.ok(fs.statSync(path.join(folder, "many.html")).size <= 5_000_000);
    const page = await open(browser, "many.html");
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    console.log(`  first paint after ${Math.round(paint)} ms`);
    assert.equal(await page.locator(".item").count(), 10_000);
    const ready = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
    console.log(`  loaded after ${Math.round(ready)} ms`);
    const took = await page.evaluate(async () => {
      const began = performance.now();
      document.getElementById("search").value = "Line 77 ";
      document.getElementById("filters").dispatchEvent(new Event("input"));
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return performance.now() - began;
    });
    console.log(`  searched after ${Math.round(took)} ms`);
    assert.equal(await page.locator("#shown").textContent(), "100 of 10000 findings");
    await page.getByLabel("Search").fill("");
    await page.getByLabel("Document").selectOption("guide-7.md");
    assert.equal(await displayed(page, ".doc"), 1);
    assert.equal(await page.locator("#shown").textContent(), "100 of 10000 findings");
    await quiet(page);
  },
  async "on paper"(browser) {
    const page = await open(browser, "fix.html", { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#filters").isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("mark")).outlineStyle), "solid");
    for (const what of ["del", "ins", "mark"]) // browsers leave backgrounds out of what they print, but for these
      assert.equal(await page.evaluate((w) => getComputedStyle(document.querySelector(w)).printColorAdjust, what), "exact");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("del")).textDecorationLine), "line-through");
    await picture(page, "report-print");
    await quiet(page);
  },
};

(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test(browser);
      console.log("ok  " + name);
    } catch (error) {
      failed++;
      console.log("FAILED  " + name + "\n" + error.stack);
    }
  }
  await browser.close();
  process.exit(failed ? 1 : 0);
})();
