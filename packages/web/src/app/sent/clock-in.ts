import { productTimeZone } from '@papadag/contract/limits'

const parts = new Intl.DateTimeFormat('en', {
  timeZone: productTimeZone,
  ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
  hourCycle: 'h23',
})

/** A moment as clocks in the Netherlands show it, in whatever zone the server runs. */
export class DutchClock extends Date {
  /** Its fields in UTC are those in the Netherlands. */
  readonly #there: Date

  constructor(moment: string | Date = new Date()) {
    super(moment)
    const found = parts.formatToParts(this)
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(found.find(one => one.type === type)?.value)
    this.#there = new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')))
  }

  /** It has one zone. */
  override getTimezoneOffset() {
    return 0
  }
  override getFullYear() {
    return this.#there.getUTCFullYear()
  }
  override getMonth() {
    return this.#there.getUTCMonth()
  }
  override getDate() {
    return this.#there.getUTCDate()
  }
  override getDay() {
    return this.#there.getUTCDay()
  }
  override getHours() {
    return this.#there.getUTCHours()
  }
  override getMinutes() {
    return this.#there.getUTCMinutes()
  }
}
