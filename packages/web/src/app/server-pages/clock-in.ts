const shown = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const

/** Moments as clocks in a zone show them, in whatever zone the server runs. */
export function clockIn(timeZone: string): new (moment?: string | Date) => Date {
  const format = new Intl.DateTimeFormat('en', { timeZone, ...shown, hourCycle: 'h23' })
  return class extends Date {
    /** Its fields in UTC are those there. */
    readonly #there: Date

    constructor(moment: string | Date = new Date()) {
      super(moment)
      const found = format.formatToParts(this)
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
}
