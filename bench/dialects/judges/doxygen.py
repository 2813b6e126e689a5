"""Renders documents as pages of Doxygen, in its XML: commands, formulas and code are elements.

usage: doxygen.py SITE < texts.json > pages.json: a list of texts, a list of pages.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def page(text):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "a.md").write_text(text)
        (root / "Doxyfile").write_text("INPUT = a.md\nGENERATE_HTML = NO\nGENERATE_LATEX = NO\nGENERATE_XML = YES\n")
        subprocess.run(["doxygen", "Doxyfile"], cwd=root, check=True, capture_output=True)
        files = [file.read_text() for file in sorted((root / "xml").glob("*.xml"))]
        pages = re.findall(r'(?s)<compounddef id="[^"]*" kind="page">(.*?)</compounddef>', "".join(files))
        return re.sub(' filename="[^"]*"', "", "".join(pages))  # the language of code


json.dump([page(text) for text in json.load(sys.stdin)], sys.stdout)
