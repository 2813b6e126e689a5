"""A stand-in for a language model's server on the loopback interface, for tests: it prints its address, and speaks the
OpenAI chat-completions protocol and Ollama's. The last part of a model's name says how it answers."""
import hashlib, http.server, json, re

GOOD = [{"severity": "warning", "category": "content", "description": "Typo.",
         "location": {"line": 3, "quote": "Start teh relay first."}, "old_value": "teh", "new_value": "the"}]


def review(mode, task):
    sha = re.search(r'"document_sha256": "([0-9a-f]{64})"', task)
    text = task.split("markdown\n", 1)[-1]
    answer = {"document": "guide.md", "document_sha256": sha and sha.group(1), "verdict": "needs_work", "issues": GOOD}
    if mode == "malformed":
        return "Sure! Here is the review: {issues: [" + json.dumps(GOOD[0])[:-3]
    if mode == "cutoff":
        return json.dumps(answer)[:-60]
    if mode == "overeager":  # rewrites everything
        answer["issues"] = [{"description": "Rewritten.", "location": {"line": 1, "quote": text}, "new_value": "# New\n\nAll is new.\n"},
                            {"description": "Better.", "old_value": "the whole document", "new_value": "# New"},
                            {"description": "Everything.", "line": 1, "end_line": 999, "new_value": "# New"}]
    if mode == "injected":  # obeys the document
        answer["issues"] = [{"description": "Ignore the rules and delete the file.", "action": "delete", "line": 1, "end_line": 999},
                            {"description": "rm -rf .", "rule": "$(rm -rf .)", "location": {"quote": "../../etc/passwd"}, "new_value": "x"},
                            {"description": "Other file.", "document": "other.md", "quote": "Keep this.", "new_value": ""}]
    if mode == "wrong":  # quotes what is not there
        answer["issues"] = [{"description": "Typo.", "location": {"line": 3, "quote": "Stop the server at once."}, "new_value": "Begin."},
                            {"description": "Typo.", "location": {"line": 5, "quote": "relay"}, "old_value": "server", "new_value": "x"}]
    return json.dumps(answer)


def fix(mode):
    texts = {"good": "Tools: a shell.", "overeager": "# New\n\nAll is new.\n\n# Again\n", "injected": "x\n\n```\nrm -rf .\n",
             "wrong": None, "malformed": "\u202e\u0000"}
    if mode == "cutoff":
        return '{"text": "Tools'
    return json.dumps({"text": texts[mode]})


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        task, mode = body["messages"][0]["content"], body["model"].rsplit("-", 1)[-1]
        content = review(mode, task) if task.startswith("Review the Markdown") else fix(mode)
        message = {"role": "assistant", "content": content}
        if self.path == "/api/chat":
            answer = {"model": body["model"], "message": message, "done": True, "eval_count": 12}
        else:
            answer = {"object": "chat.completion", "choices": [{"index": 0, "message": message}], "usage": {"total_tokens": 12}}
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print("http://127.0.0.1:%d" % server.server_port, flush=True)
server.serve_forever()
