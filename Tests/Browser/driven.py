"""A browser that is driven over WebDriver."""

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from app import LOADING

# How long a busy machine may take until something is there.
SECONDS = 60

# A driver clicks where an element was when it was asked; what comes from the server may move it just then.
STANDS_STILL = """
  const [element, done] = arguments;
  element.scrollIntoView({ block: "center" });
  let before;
  const look = () => {
    const { x, y } = element.getBoundingClientRect();
    const place = `${x} ${y}`;
    if (place === before) return done();
    before = place;
    requestAnimationFrame(look);
  };
  look();
"""


class Driven:
    """What a test does with any of them."""

    def __init__(self, driver, url):
        self.driver = driver
        self.url = url

    def close(self):
        self.driver.quit()

    def leave(self, folder):
        """Keeps what it shows, for whoever looks into a failure."""
        (folder / "address.txt").write_text(self.driver.current_url)
        (folder / "page.html").write_text(self.driver.page_source)
        self.driver.save_screenshot(folder / "page.png")

    def show(self, path):
        self.driver.get(self.url + path)
        self.find("h1")
        is_loading = f"return document.getElementById('saving')?.textContent.includes('{LOADING}') ?? false"
        self.wait(lambda: not self.run(is_loading), "the data is still being loaded")

    def find(self, css, text=None):
        """The first element, once it is there; `text` is what it reads or is called."""
        def look(driver):
            try:
                elements = driver.find_elements(By.CSS_SELECTOR, css)
            except WebDriverException as error:
                # The page, or one of the elements, went while they were being told.
                is_gone = isinstance(error, StaleElementReferenceException)
                if is_gone or "Could not parse element info" in (error.msg or ""):
                    return None
                raise
            for element in elements:
                try:
                    if text in (None, element.text, element.accessible_name):
                        element.sought = css, text
                        return element
                except StaleElementReferenceException:
                    continue
            return None
        return WebDriverWait(self.driver, SECONDS, 0.05).until(look, f"{css} {text or ''}")

    def wait(self, condition, words, seconds=SECONDS):
        try:
            WebDriverWait(self.driver, seconds, 0.05, [StaleElementReferenceException]).until(
                lambda driver: condition(), words)
        except TimeoutException:
            # Whoever reads only the log of a run sees what the page read.
            print(f"{self.path}, focus on {self.focused!r}:\n{self.run('return document.body.innerText')}")
            raise

    def wait_for_heading(self, text):
        self.find("h1", text)

    def button(self, text):
        return self.find("button", text)

    def click(self, element):
        try:
            self.tap(element)
        except StaleElementReferenceException:
            # It was drawn anew since it was found: a hand would touch the one that is there now.
            if not hasattr(element, "sought"):
                raise
            self.tap(self.find(*element.sought))

    def tap(self, element):
        self.driver.execute_async_script(STANDS_STILL, element)
        element.click()

    def press(self, *keys):
        """Presses keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def has(self, feature):
        """Whether the browser has what a script names."""
        return self.run(f"return !!({feature})")

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.url)

    @property
    def focused(self):
        return self.run("return document.activeElement.id || document.activeElement.textContent")

    def background(self):
        return self.run("return getComputedStyle(document.body).backgroundColor")
