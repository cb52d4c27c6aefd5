import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Operations } from '@papadag/contract/operations/operations'
import { Card } from '@papadag/ui/card'
import type { ReactNode } from 'react'
import { useDates } from '../../platform/language/dates.ts'

/** Versions, nodes and queues as numbers. */
export function Facts({ data }: { data: Operations }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { version, runtime, nodes, backedUpAt, diskFreeBytes, outbox, here, metAgain } = data
  const gigabytes = i18n.number(diskFreeBytes / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 0 })
  const load = ({ running, waiting }: Operations['here']['database']) => t`${running} running, ${waiting} waiting`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:gap-4.5">
      <Group title={<Trans>The installation</Trans>}>
        <Fact name={<Trans>Version</Trans>}>{version}</Fact>
        <Fact name={<Trans>Runs on</Trans>}>{`Node ${runtime.replace('v', '')}`}</Fact>
        <Fact name={<Trans>Nodes</Trans>}>
          {nodes.length === 0 ? t`none seen` : nodes.map(node => `${node.count} × ${node.version}`).join(', ')}
        </Fact>
        <Fact name={<Trans>Last backup</Trans>}>
          {backedUpAt ? `${dates.shortDate(backedUpAt)} ${dates.time(backedUpAt)}` : t`none`}
        </Fact>
        <Fact name={<Trans>Free on disk</Trans>}>{gigabytes}</Fact>
        <Fact name={<Trans>Waiting to be sent</Trans>}>
          {outbox.due === 0
            ? t`nothing`
            : `${i18n.number(outbox.due)}, ${t`the oldest for ${plural(Math.round(outbox.oldestS), { one: '# second', other: '# seconds' })}`}`}
        </Fact>
      </Group>
      <Group title={<Trans>Meeting again</Trans>}>
        <Fact name={<Trans>Met the same dad again within 14 days</Trans>}>
          {metAgain
            ? t`${i18n.number(metAgain.share, { style: 'percent' })} of ${i18n.number(metAgain.fathers)} dads`
            : t`fewer than ten dads so far`}
        </Fact>
      </Group>
      <Group title={<Trans>This node</Trans>}>
        <Fact name={<Trans>Database</Trans>}>{load(here.database)}</Fact>
        <Fact name={<Trans>Pictures</Trans>}>{load(here.pictures)}</Fact>
        <Fact name={<Trans>Open connections</Trans>}>{i18n.number(here.sockets)}</Fact>
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-2">{title}</h2>
      <dl className="grid gap-2">{children}</dl>
    </Card>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="break-words text-right font-[650] tabular-nums">{children}</dd>
    </div>
  )
}
