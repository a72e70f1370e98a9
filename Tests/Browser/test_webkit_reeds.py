"""The walks of Reeds in the engine of every iPhone."""

from test_webkit import is_saved
from test_webkit_sessions import labelled, type_into
from webkit import browser, screen, webkit

COUNT = "return document.querySelectorAll(arguments[0]).length"


def choose(webkit, name, text):
    """Takes a choice of a list in the open sheet, as a person's choice would."""
    webkit.run("""const [list, text] = arguments;
      list.value = [...list.options].find((option) => option.text === text).value;
      list.dispatchEvent(new Event("change", { bubbles: true }));""",
               webkit.find("dialog[open] select", name), text)


def begin(webkit):
    """Opens the form of a new reed."""
    webkit.show("/reeds")
    webkit.click(webkit.find("#reed-new"))
    webkit.click(webkit.find("dialog[open] #reed-choice"))
    webkit.find("dialog[open] #reed-save")


def save(webkit):
    webkit.click(webkit.find("#reed-save"))
    webkit.wait(lambda: webkit.path.startswith("/reeds/reed/"), "the reed's page")


def log(webkit, **fields):
    begin(webkit)
    for name, text in fields.items():
        type_into(webkit, labelled(webkit, name.replace("_", " ")), text)
    save(webkit)


def stage(webkit, before, after):
    webkit.click(webkit.button(f"Stage: {before}. Change"))
    webkit.click(webkit.find("dialog[open] li button", after))
    webkit.find("button", f"Stage: {after}. Change")


def test_the_first_reed(webkit):
    webkit.show("/reeds")
    webkit.find(".empty-heading", "No reeds yet")
    log(webkit, Tie_length="72,5")
    webkit.wait_for_heading("R1")
    webkit.wait(lambda: "72.5 mm" in webkit.find("main").text, "the length")
    is_saved(webkit, "Saved here")
    webkit.driver.refresh()
    webkit.wait_for_heading("R1")
    webkit.wait(lambda: "72.5 mm" in webkit.find("main").text, "the length after the reload")
    webkit.show("/reeds")
    webkit.wait(lambda: webkit.run(COUNT, ".reed-row") == 1, "one reed")


def test_a_field_of_ones_own_from_making_to_hiding(webkit):
    webkit.show("/reeds/fields")
    webkit.click(webkit.find("#field-new"))
    type_into(webkit, labelled(webkit, "Name"), "Bark colour")
    choose(webkit, "Type", "Choice")
    type_into(webkit, labelled(webkit, "Choices"), "Light\nDark")
    choose(webkit, "Shown in", "Quick form")
    webkit.click(webkit.find("dialog[open] button", "Save"))
    webkit.find("button[aria-label='Edit Bark colour']")
    is_saved(webkit, "Saved here")
    begin(webkit)
    choose(webkit, "Bark colour", "Dark")
    save(webkit)
    webkit.wait(lambda: "Dark" in webkit.find("main").text, "the answer")
    is_saved(webkit, "Saved here")
    webkit.show("/reeds/fields")
    webkit.click(webkit.find("button[aria-label='Edit Bark colour']"))
    webkit.click(webkit.find("#field-hidden"))
    webkit.click(webkit.find("dialog[open] button", "Save"))
    webkit.wait(lambda: webkit.run(COUNT, "dialog[open]") == 0, "the sheet closed")
    is_saved(webkit, "Saved here")
    begin(webkit)
    names = "return [...document.querySelectorAll('dialog[open] label')].map(({ textContent }) => textContent)"
    assert "Bark colour" not in webkit.run(names)
    # What was written is still found.
    webkit.show("/reeds")
    type_into(webkit, webkit.find("#reeds-find"), "dark")
    webkit.wait(lambda: webkit.run(COUNT, ".reed-row") == 1, "the reed with the answer")
    type_into(webkit, webkit.find("#reeds-find"), "pale")
    webkit.wait(lambda: webkit.run(COUNT, ".reed-row") == 0, "no reed")


def test_a_staple_again_after_a_life(webkit):
    log(webkit, Staple_number="27")
    webkit.wait_for_heading("R1")
    stage(webkit, "Blank", "In use")
    stage(webkit, "In use", "Retired")
    is_saved(webkit, "Saved here")
    log(webkit, Staple_number="27")
    webkit.wait_for_heading("R2")
    webkit.wait(lambda: webkit.run(COUNT, "[aria-labelledby='reed-staple'] li") == 2,
                "both reeds of the staple")
    is_saved(webkit, "Saved here")
    webkit.show("/reeds")
    type_into(webkit, webkit.find("#reeds-find"), "27")
    webkit.wait(lambda: webkit.run(COUNT, ".reed-row") == 2, "both reeds in the list")


def test_two_reeds_are_tagged_together(webkit):
    log(webkit)
    is_saved(webkit, "Saved here")
    log(webkit)
    is_saved(webkit, "Saved here")
    webkit.show("/reeds")
    webkit.click(webkit.find("#reeds-choosing"))
    webkit.click(webkit.button("Select all"))
    webkit.click(webkit.button("Tags"))
    webkit.find("dialog[open] h2", "Tags of 2 reeds")
    type_into(webkit, webkit.find("#many-tags"), "concert")
    webkit.click(webkit.find("dialog[open] button", "Add"))
    webkit.wait(lambda: webkit.run(COUNT, "dialog[open]") == 0, "the sheet closed")
    type_into(webkit, webkit.find("#reeds-find"), "concert")
    webkit.wait(lambda: webkit.run("return document.querySelector('.list-bar p').textContent") == "2 of 2", "both")
