import puppeteer, { type Browser, type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core'
import { findFirefox } from '../../tools/browsers.ts'
import type { Father } from '../../tools/father.ts'

/** Starts stock Firefox, which Playwright cannot drive. */
export async function startFirefox(): Promise<Browser> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('This test needs Firefox. On Debian: sudo apt-get install firefox-esr')
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1280, height: 800 },
    timeout: 300_000,
    protocolTimeout: 600_000,
  })
}

const selectors = {
  button: 'button, [role=button]',
  dialog: 'dialog, [role=dialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  tab: '[role=tab]',
  field: 'input, textarea',
} as const
type Kind = keyof typeof selectors

/** A tab of Firefox, with elements by kind and name, and the browser's complaints. */
export class Screen {
  readonly page: Page
  readonly complaints: string[] = []

  private constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(60_000)
    page.setDefaultNavigationTimeout(120_000)
    page.on('pageerror', error => this.complaints.push(String(error)))
    page.on('console', message => {
      // Firefox reports a socket that a navigation cuts off.
      const isCutOff = message.text().includes('was interrupted while the page was loading')
      if (message.type() === 'error' && !isCutOff) this.complaints.push(message.text())
    })
  }

  static async open(context: BrowserContext, url: string, father?: Father): Promise<Screen> {
    const screen = new Screen(await context.newPage())
    // A returning visitor, since prompts of the first visit have their own tests.
    await screen.page.evaluateOnNewDocument(() => {
      if (location.protocol !== 'http:') return
      localStorage.setItem('privacy_consent', 'true')
      localStorage.setItem('location_asked', 'true')
    })
    for (const [name, value] of father?.client.cookies ?? []) {
      await context.setCookie({ name, value, domain: '127.0.0.1', path: '/', secure: false, sourceScheme: 'NonSecure' })
    }
    await screen.page.goto(url)
    return screen
  }

  /** Waits for an element by its kind and full name, or by the label of a field. */
  async sees(kind: Kind, name: string): Promise<ElementHandle<Element>> {
    // Searches the DOM, since searching the accessibility tree takes Firefox seconds.
    const found = await this.page.waitForFunction(
      (selector, wanted) => {
        const words = (element: Element | null | undefined) => {
          if (!element) return ''
          let text = ''
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const holder = node.parentElement
            const isRead =
              holder?.checkVisibility({ visibilityProperty: true }) && !holder.closest('[aria-hidden=true]')
            if (isRead) text += node.textContent
          }
          return text.replace('(hoeft niet)', '').replaceAll(/\s+/g, ' ').trim()
        }
        const nameOf = (element: HTMLElement) => {
          if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
            return words(element.labels?.[0])
          }
          const label = element.getAttribute('aria-labelledby')
          return element.ariaLabel ?? words(label ? document.getElementById(label) : element)
        }
        return [...document.querySelectorAll<HTMLElement>(selector)].find(
          element => element.checkVisibility() && nameOf(element) === wanted,
        )
      },
      { polling: 50 },
      selectors[kind],
      name,
    )
    const element = found.asElement()
    if (!element) throw new Error(`There is no ${kind} "${name}".`)
    // The search returns elements only.
    return element as ElementHandle<Element>
  }

  /** Waits for a text inside an element that matches the selector. */
  async reads(text: string, selector = 'body'): Promise<void> {
    await this.page.waitForFunction(
      (within, words) => [...document.querySelectorAll(within)].some(found => found.textContent.includes(words)),
      { polling: 50 },
      selector,
      text,
    )
  }

  async press(kind: Kind, name: string): Promise<void> {
    const element = await this.sees(kind, name)
    // The element may have been rendered again since it was found.
    await element.click().catch(async () => (await this.sees(kind, name)).click())
  }

  async fill(label: string, text: string): Promise<void> {
    const field = await this.sees('field', label)
    await field.focus()
    await field.type(text)
  }

  async isAt(path: RegExp): Promise<void> {
    await this.page.waitForFunction(
      pattern => new RegExp(pattern).test(location.pathname + location.search),
      { polling: 50 },
      path.source,
    )
  }
}
