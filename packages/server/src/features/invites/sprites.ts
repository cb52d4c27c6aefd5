import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const Sprite = z.object({ name: z.string(), x: z.int(), y: z.int(), width: z.int(), height: z.int() })
/** A part of the sheet of drawn words and digits. */
export type Sprite = z.output<typeof Sprite>

/** The position of each word and digit on its sheet. */
export async function spritesIn(folder: URL): Promise<ReadonlyMap<string, Sprite>> {
  const list = z.array(Sprite).parse(JSON.parse(await readFile(new URL('sprites.json', folder), 'utf8')))
  return new Map(list.map(sprite => [sprite.name, sprite]))
}
