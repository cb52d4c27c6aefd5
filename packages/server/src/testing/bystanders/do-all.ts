export type Deed = [name: string, act: () => Promise<unknown>]

/** Checks after this many changes, since each check reads every table. */
const lookAfter = 8

/** Does one after the other, and looks in between: what one does wrong, a later one may put right. */
export async function doAll(deeds: readonly Deed[], look: () => Promise<void>): Promise<void> {
  const done: string[] = []
  for (const [name, act] of deeds) {
    await act().catch(error => {
      throw new Error(`${name} failed`, { cause: error })
    })
    done.push(name)
    if (done.length < lookAfter && name !== deeds.at(-1)?.[0]) continue
    await look().catch(error => {
      throw new Error(`one of: ${done.join(', ')}`, { cause: error })
    })
    done.length = 0
  }
}
