import pytest
from playwright.sync_api import expect

from app import show

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types woodshed")
# Rows are no document.
POLICY_OF_ROWS = "default-src 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "microphone=(self)",
}


def test_every_answer_bears_the_headers(page):
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    show(page, "/journal")
    assert len(answers) > 10
    for answer in answers:
        headers, expected = answer.headers, HEADERS
        if headers.get("content-type") == "application/vnd.woodshed.sync":
            expected = {**HEADERS, "content-security-policy": POLICY_OF_ROWS}
        assert {name: headers.get(name) for name in HEADERS} == expected, answer.url
        assert "server" not in headers and "set-cookie" not in headers


def test_the_page_is_isolated(page):
    show(page, "/journal")
    assert page.evaluate("() => crossOriginIsolated")


@pytest.mark.kept_offline
@pytest.mark.parametrize("attempt", [
    "document.body.innerHTML = '<b>x</b>'",
    "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
    "document.createElement('script').src = '/assets/x.js'",
    "navigator.serviceWorker.register('/service-worker.js')",
    "trustedTypes.createPolicy('other', {})",
    "trustedTypes.createPolicy('woodshed', {})",
    "new Worker('/assets/x.js')",
])
def test_text_becomes_neither_markup_nor_script(page, allow, attempt):
    allow("Policy:", "Trusted", "Content Security Policy")
    show(page, "/journal")
    outcome = page.evaluate(f"""async () => {{
      try {{
        await ({attempt});
        return "done";
      }} catch (error) {{
        return error.name;
      }}
    }}""")
    assert outcome == "TypeError"


def test_code_in_a_text_is_not_run(page, allow):
    allow("Policy:", "Trusted", "Content Security Policy")
    show(page, "/journal")
    page.evaluate("""() => {
      const script = document.createElement("script");
      try { script.textContent = "window.ran = 1"; } catch {}
      document.body.append(script);
      const button = document.createElement("button");
      try { button.setAttribute("onclick", "window.ran = 2"); } catch {}
      document.body.append(button);
      button.click();
    }""")
    assert page.evaluate("() => window.ran") is None
    # What a debugger evaluates may evaluate; what the page does later may not.
    outcome = page.evaluate("""() => new Promise((done) => setTimeout(() => {
      for (const make of [() => eval("1"), () => new Function("return 1")]) {
        try {
          make();
          return done("ran");
        } catch {}
      }
      done("refused");
    }))""")
    assert outcome == "refused"


def test_nothing_is_asked_of_other_places(page, allow):
    allow("Policy:", "Content Security Policy", "example.com")
    show(page, "/journal")
    assert page.evaluate("""() => fetch("https://example.com/").then(() => "sent", () => "refused")""") \
        == "refused"


def test_it_cannot_be_framed(page, allow, server):
    allow("frame-ancestors", "chrome-error", "ERR_BLOCKED_BY_RESPONSE", "Refused to frame", "Framing")
    page.route("**/frame.html", lambda route: route.fulfill(
        content_type="text/html", body=f'<iframe src="{server.url}/journal"></iframe>'))
    page.goto("/frame.html")
    expect(page.frame_locator("iframe").get_by_role("heading", name="Journal")).to_have_count(0)
