/**
 * A page that is acted on only while it answers: what is pressed or chosen before React has taken it over is lost, and a person is never
 * that quick. That holds for every document, also one that a link or a form has led to.
 */
import type { Page } from '@playwright/test';

/** Stands at the document once all that can be pressed or filled in answers. */
const ANSWERS = 'data-answers';

/** Has every action and every expectation of a locator wait, and what loads a document as well. */
export async function actOnceItAnswers(page: Page): Promise<void> {
  await page.addInitScript(markOnceItAnswers, ANSWERS);
  // Playwright goes on once what it found there is gone: there is nothing else to do about it.
  await page.addLocatorHandler(page.locator(`html:not([${ANSWERS}])`), async () => {});
  const answered = async <Answer>(going: Promise<Answer>): Promise<Answer> => {
    const answer = await going;
    await untilItAnswers(page);
    return answer;
  };
  const [goTo, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  page.goto = (...target) => answered(goTo(...target));
  page.reload = (...options) => answered(reload(...options));
  page.goBack = (...options) => answered(goBack(...options));
}

export async function untilItAnswers(page: Page): Promise<void> {
  await page.locator(`html[${ANSWERS}]`).waitFor({ state: 'attached' });
}

/** Runs in every document, from its beginning on. React's mark on its elements is the only sign of it from outside. */
function markOnceItAnswers(mark: string): void {
  const hydrated = () =>
    // What is hidden may be nobody's: a field as high as its text measures that text in another.
    [...document.querySelectorAll(':is(a[href], button, input, select, textarea):not([aria-hidden="true"])')].every((element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$')),
    );
  const look = () => {
    // React takes the mark away where it makes the whole document anew.
    if (document.readyState === 'complete' && !document.documentElement.hasAttribute(mark) && hydrated()) {
      // Whatever hydration has left to do is done before the browser has nothing to do.
      requestIdleCallback(() => document.documentElement.setAttribute(mark, ''), { timeout: 1_000 });
    }
    setTimeout(look, 50);
  };
  look();
}
