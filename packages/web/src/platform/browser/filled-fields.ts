import { flushSync } from 'react-dom'

type Field = HTMLInputElement | HTMLTextAreaElement

/** What the app knows to be in a field. */
const known = new WeakMap<Field, string>()

const isField = (target: unknown): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(checkbox|radio|file|submit|button|hidden)$/.test(target.type))

/**
 * Tells the app of what password managers have filled in without an event, before it looks at a form: whenever
 * somebody types, taps or sends.
 */
export function heedFilledFields(): void {
  const note = ({ target }: Event) => {
    if (isField(target)) known.set(target, target.value)
  }
  for (const kind of ['input', 'change']) document.addEventListener(kind, note, true)
  for (const kind of ['pointerdown', 'keydown', 'click', 'submit']) document.addEventListener(kind, announce, true)
}

function announce() {
  for (const form of document.forms) {
    for (const field of form.elements) {
      // A field shows what the app has put there, or what was typed.
      if (!isField(field) || field.value === field.defaultValue || field.value === known.get(field)) continue
      tell(field)
    }
  }
}

/**
 * React ignores a value that equals the one it last wrote, so the value is written once more without React noticing.
 */
function tell(field: Field) {
  const { value } = field
  const own = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  const write = Object.getOwnPropertyDescriptor(own.prototype, 'value')?.set
  field.value = ''
  write?.call(field, value)
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })))
}
