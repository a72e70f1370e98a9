"""The walk of Stats in the engine of every iPhone."""

from webkit import Keys, browser, screen, webkit

CHOOSE = """arguments[0].value = arguments[1];
  arguments[0].dispatchEvent(new Event("change", { bubbles: true }));"""


def is_answered(webkit):
    webkit.wait(
        lambda: webkit.run("return !!document.querySelector('.stats-report:not(.old) .stats-headline')"), "the answer")
    return webkit.find(".stats-headline").text


def test_a_question_its_answer_and_its_plot(webkit):
    webkit.show("/journal")
    webkit.click(webkit.button("Open sample journal"))
    webkit.find(".day-entry")
    webkit.show("/reeds/figures")
    webkit.click(webkit.find("a[href='/reeds/stats/compare']"))
    webkit.wait_for_heading("Compare")
    first = is_answered(webkit)
    webkit.run(CHOOSE, webkit.find("#stats-input"), "staple_model")
    webkit.wait(lambda: webkit.find(".stats-headline").text != first, "another answer")
    is_answered(webkit)
    webkit.run("document.querySelector('.plot-pad').focus()")
    webkit.press(Keys.ARROW_RIGHT)
    webkit.wait(lambda: webkit.find(".plot-reading").text, "what is read of the plot")
    webkit.show("/reeds/stats/relations")
    is_answered(webkit)


__all__ = ["browser", "screen", "webkit"]
