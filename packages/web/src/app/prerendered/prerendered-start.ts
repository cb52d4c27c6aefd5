/**
 * The script with the drawing in the page's HTML: adds what this browser knows, and records taps until prerendered.ts removes
 * the drawing.
 */
const place = document.getElementById('prerendered')
if (place) start(place)

function start(prerendered: HTMLElement) {
  const address = location.href
  const first = [...prerendered.childNodes]
  const ahead = document.querySelector<HTMLTemplateElement>('#ahead')
  const unreachable = document.querySelector<HTMLTemplateElement>('#unreachable')
  const show = (drawing: HTMLTemplateElement) => {
    prerendered.replaceChildren(drawing.content.cloneNode(true))
    prerendered.querySelector('h1')?.focus()
  }

  const { language, logged_out, first_steps, greeted, today_height, weekend_read, playdate_filters = '' } = kept()
  const isForMember = prerendered.dataset.path !== '/auth'
  if ((logged_out && isForMember) || (language && language !== document.documentElement.lang)) prerendered.remove()
  const hour = new Date().getHours()
  const looks = {
    'is-evening': hour >= 18,
    'has-first-steps': first_steps,
    'is-small': today_height,
    'has-read-weekend': weekend_read,
  }
  for (const [look, isOn] of Object.entries(looks)) prerendered.classList.toggle(look, Boolean(isOn))
  const [width, height] = today_height?.split(' ') ?? []
  if (height && width === String(innerWidth)) prerendered.style.setProperty('--today', height)
  const [, id, name] = /^(\d+) (.+)/.exec(greeted ?? '') ?? []
  for (const { dataset, parentElement } of prerendered.querySelectorAll<HTMLElement>('[data-greetings]')) {
    const greeting = dataset.greetings?.split('|')[Math.floor(hour / 6)]
    if (name && greeting) parentElement?.replaceChildren(greeting.replace('*', () => name))
  }
  if (playdate_filters.startsWith(`${id}?`)) prerendered.dataset.filters = playdate_filters.includes('km=') ? 'km' : ''
  if (history.state?.scrollY) scrollTo(0, history.state.scrollY)

  prerendered.addEventListener('click', event => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event
    if (!(target instanceof Element) || metaKey || ctrlKey || shiftKey || altKey) return
    const tapped = target.closest<HTMLAnchorElement | HTMLButtonElement>("a[href^='/'], button")
    if (!tapped) return
    event.preventDefault()
    if (!('href' in tapped)) prerendered.dataset.button = tapped.name || tapped.textContent
    else if (tapped.href !== location.href) leave(tapped.href)
  })
  // The app starts on the screen he tapped.
  function leave(to: string) {
    delete prerendered.dataset.button
    history[location.href === address ? 'pushState' : 'replaceState'](null, '', to)
    const isAhead = ahead?.dataset.path === location.pathname + location.search
    prerendered.dataset.left = isAhead ? '' : 'unknown'
    scrollTo(0, 0)
    if (isAhead) show(ahead)
  }
  addEventListener('popstate', () => {
    if (location.href !== address) return
    prerendered.dataset.left = ''
    prerendered.replaceChildren(...first)
  })

  // Errors of the app's code, and of files that cannot be loaded.
  const fail = ({ target }: Event) => {
    if (!unreachable || prerendered.inert || !(target === window || target instanceof HTMLScriptElement)) return
    prerendered.ariaBusy = 'false'
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
