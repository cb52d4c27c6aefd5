/**
 * The script with the drawings of an open chat and of the map: adds what the page's first replies say, long before the app's
 * code has loaded. Like prerendered-start.ts it shares no code with the app, since the page contains it.
 */
import { placeTile } from './place-tile.ts'
import { stayUntilShown } from './stay-until-shown.ts'
import { writeMessages } from './write-messages.ts'

const prerendered = document.getElementById('prerendered')
const log = prerendered?.querySelector<HTMLElement>('[data-log]')
const map = prerendered?.querySelector<HTMLElement>('[data-map]')
// Without a reply the placeholders stay until the app says why.
if (prerendered && log) writeMessages(prerendered, log).catch(() => {})
if (prerendered && map) placeTile(prerendered, map).catch(() => {})
if (prerendered) stayUntilShown(prerendered)
