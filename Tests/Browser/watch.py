"""Keeps a record of everything that goes wrong in a browser context."""

import re

REPORT_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`Policy: ${event.violatedDirective} refused ${event.blockedURI}`));
"""

# How many milliseconds something may take until it is there, on a machine that is busy with much else.
PATIENCE = 60_000


class Watch:
    def __init__(self):
        # All that was said, for whoever looks into a failure.
        self.said = []
        self.contexts = []
        self.problems = []
        self.allowed = []
        # A page that is left at once lets go of its icon, of what it loads, and of what it asks the server.
        self.allow(r"/icon-\w+\.svg net::ERR_ABORTED", r"/(assets|v1)/\S+ net::ERR_ABORTED")
        # The app asks the server from time to time, also while a test has taken the network away.
        self.allow(r"/v1/.*ERR_INTERNET_DISCONNECTED", r"ERR_INTERNET_DISCONNECTED.*/v1/")

    def allow(self, *patterns):
        """Declares what a test expects to go wrong."""
        self.allowed += [re.compile(pattern) for pattern in patterns]

    def attach(self, context):
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.tracing.start()
        context.add_init_script(REPORT_POLICY)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.note(f"page error: {error.error}"))
        context.on("requestfailed", lambda request: self.note(
            f"failed request: {request.method} {request.url} {request.failure}"))
        context.on("response", self._response)

    def note(self, problem):
        self.said.append(problem)
        self.problems.append(problem)

    def _console(self, message):
        place = message.location.get("url", "")
        words = f"console {message.type}: {message.text} {place}"
        if message.type in ("error", "warning"):
            self.note(words)
        else:
            self.said.append(words)

    def _response(self, response):
        if response.status >= 400:
            self.note(f"status {response.status}: {response.url}")

    @property
    def unexpected(self):
        return [each for each in self.problems
                if not any(pattern.search(each) for pattern in self.allowed)]

    def check(self):
        assert not self.unexpected, "the browser reported:\n" + "\n".join(self.unexpected)
