import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FindingName, FindingState } from '@papadag/contract/operations/operations'
import type { IconName } from '@papadag/ui/pictures/icon'

export const names: Record<FindingName, MessageDescriptor> = {
  configuration: msg`Configuration`,
  version: msg`Version`,
  dataFolder: msg`Data folder`,
  backup: msg`Backup`,
  pictureStore: msg`Picture store`,
  redis: msg`Redis`,
  publicUrl: msg`Public address`,
  socket: msg`Live updates`,
  proxies: msg`Proxies`,
  mail: msg({ message: 'Mail', context: 'what the doctor looks at' }),
  push: msg`Push messages`,
  contact: msg`Contact address`,
  map: msg({ message: 'Map', context: 'what the doctor looks at' }),
  database: msg`Database`,
  schema: msg`Migrations`,
  nodes: msg`Nodes`,
  clock: msg`Clock`,
  passkeys: msg`Passkeys`,
  leftovers: msg`Pictures and leftovers`,
  outbox: msg`Outgoing notices`,
}

/** The look and text of each state; a state in order needs no text. */
export const looks: Record<FindingState, { icon: IconName; tone: string; word?: MessageDescriptor }> = {
  broken: { icon: 'x', tone: 'text-danger', word: msg`broken` },
  look: { icon: 'alert', tone: 'text-warn', word: msg`worth a look` },
  ok: { icon: 'check', tone: 'text-ok' },
  off: { icon: 'minus', tone: 'text-ink-2', word: msg`not in use` },
}
