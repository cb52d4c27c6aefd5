/**
 * The script with the drawing in the page's HTML: adds what this browser knows, and records taps until drawn.ts removes
 * the drawing.
 */
const place = document.getElementById('drawn')
if (place) start(place)

function start(drawn: HTMLElement) {
  const address = location.href
  const first = [...drawn.childNodes]
  const ahead = document.querySelector<HTMLTemplateElement>('#ahead')
  const unreachable = document.querySelector<HTMLTemplateElement>('#unreachable')
  const show = (drawing: HTMLTemplateElement) => {
    drawn.replaceChildren(drawing.content.cloneNode(true))
    drawn.querySelector('h1')?.focus()
  }

  const { language, logged_out, first_steps, greeted, playdate_filters = '' } = kept()
  if (logged_out || (language && language !== document.documentElement.lang)) drawn.remove()
  const hour = new Date().getHours()
  drawn.classList.toggle('is-evening', hour >= 18)
  drawn.classList.toggle('has-first-steps', Boolean(first_steps))
  const [, id, name] = /^(\d+) (.+)/.exec(greeted ?? '') ?? []
  for (const { dataset, parentElement } of drawn.querySelectorAll<HTMLElement>('[data-greetings]')) {
    const greeting = dataset.greetings?.split('|')[Math.floor(hour / 6)]
    if (name && greeting) parentElement?.replaceChildren(greeting.replace('*', () => name))
  }
  if (playdate_filters.startsWith(`${id}?`)) drawn.dataset.filters = playdate_filters.includes('km=') ? 'km' : ''
  if (history.state?.scrollY) scrollTo(0, history.state.scrollY)

  drawn.addEventListener('click', event => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event
    if (!(target instanceof Element) || metaKey || ctrlKey || shiftKey || altKey) return
    const tapped = target.closest<HTMLAnchorElement | HTMLButtonElement>("a[href^='/'], button")
    if (!tapped) return
    event.preventDefault()
    if (!('href' in tapped)) drawn.dataset.button = tapped.name || tapped.textContent
    else if (tapped.href !== location.href) leave(tapped.href)
  })
  // The app starts on the screen he tapped.
  function leave(to: string) {
    delete drawn.dataset.button
    history[location.href === address ? 'pushState' : 'replaceState'](null, '', to)
    const isAhead = ahead?.dataset.path === location.pathname + location.search
    drawn.dataset.left = isAhead ? '' : 'unknown'
    scrollTo(0, 0)
    if (isAhead) show(ahead)
  }
  addEventListener('popstate', () => {
    if (location.href !== address) return
    drawn.dataset.left = ''
    drawn.replaceChildren(...first)
  })

  // Errors of the app's code, and of files that cannot be loaded.
  const fail = ({ target }: Event) => {
    if (!unreachable || !(target === window || target instanceof HTMLScriptElement)) return
    drawn.ariaBusy = 'false'
    show(unreachable)
  }
  addEventListener('error', fail, true)
}

/** What the browser stores; nothing where it is blocked. This script imports nothing, since the page contains it. */
function kept(): Record<string, string> {
  try {
    return localStorage
  } catch {
    return {}
  }
}
