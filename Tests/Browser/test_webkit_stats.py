"""The walks of Stats, an experiment and a study in the engine of every iPhone."""

import json

import test_experiments
import test_study
from ledger import is_synced
from test_webkit import is_saved
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


TYPE = """arguments[0].focus(); arguments[0].value = arguments[1];
  arguments[0].dispatchEvent(new InputEvent("input", { bubbles: true }));
  arguments[0].dispatchEvent(new Event("change", { bubbles: true }));"""


def rate(webkit, code, success):
    webkit.click(webkit.button(f"Rate {code}"))
    webkit.find("dialog[open] h2", "Test a reed")
    words = webkit.run("return document.querySelector('dialog[open]').textContent")
    assert f"Reed {code}, judged blind" in words and "Gilbert" not in words
    webkit.run(TYPE, webkit.find("dialog[open] input", "Success"), success)
    webkit.click(webkit.find("dialog[open] button", "Save"))
    gone = "return !document.querySelector('dialog[open]') && !document.querySelector(arguments[0])"
    webkit.wait(lambda: webkit.run(gone, f"button[aria-label='Rate {code}']"), f"{code} is rated")


def test_an_experiment_is_rated_blind_and_ended(webkit, new_page):
    """Planned and filled in another engine; the report is made in this one."""
    maker = new_page()
    test_experiments.begin(maker)
    codes = test_experiments.fill(maker)
    is_synced(maker)
    webkit.show("/reeds/experiments")
    webkit.click(webkit.find("a[href^='/reeds/experiments/']"))
    webkit.wait_for_heading("Is RC better than Gilbert for me?")
    for number, code in enumerate(codes):
        rate(webkit, code, 2 + number % 3)
    webkit.wait(lambda: "2 of 2 pairs rated" in webkit.find("main").text, "both pairs are rated")
    webkit.click(webkit.button("End"))
    webkit.click(webkit.button("End it"))
    webkit.wait_for_heading("Experiments")
    webkit.wait(lambda: "4 of 4 ratings blind, by code" in webkit.find(".stats-report").text, "the report")
    assert "Too early to tell: 2 of 2 pairs rated." in webkit.find(".stats-report").text
    is_saved(webkit)


def test_a_study_is_agreed_to_and_left(webkit):
    webkit.show("/reeds/files")
    webkit.run(TYPE, webkit.find("#reeds-paste"), test_study.LOG)
    webkit.click(webkit.button("Preview"))
    webkit.find("h2", "Pasted table")
    webkit.click(webkit.button("Import"))
    webkit.find("#reeds-paste")
    webkit.show("/reeds/study")
    webkit.run(TYPE, webkit.find("input", "Study code"), "oboe-26")
    webkit.click(webkit.button("Continue"))
    webkit.find("h2", "Share with OBOE-26")
    assert webkit.run("return document.querySelectorAll('main fieldset input:checked').length") == 0
    webkit.click(webkit.find("main fieldset input[type=checkbox]"))
    webkit.run(CHOOSE, webkit.find("select", "Who agrees"), "1")
    webkit.click(webkit.button("Show my file"))
    webkit.find("h2", "Your file")
    webkit.click(webkit.button("Show all"))
    webkit.wait(lambda: '"tie_length":72.5' in webkit.find(".study-text").text, "the whole file")
    document = json.loads(webkit.find(".study-text").text)
    assert len(document["reeds"]) == 2
    for word in test_study.WORDS:
        assert word.lower() not in json.dumps(document).lower()
    webkit.click(webkit.button("I agree: download"))
    webkit.find("h2", "Your studies")
    is_saved(webkit)
    webkit.driver.refresh()
    webkit.click(webkit.button("Withdraw from OBOE-26"))
    webkit.button("Withdrawal file for OBOE-26")
    assert "Withdrawn on" in webkit.find("main").text
    is_saved(webkit)


__all__ = ["browser", "screen", "webkit"]
