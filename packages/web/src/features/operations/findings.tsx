import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Finding } from '@papadag/contract/operations/operations'
import { Card } from '@papadag/ui/card'
import { Icon } from '@papadag/ui/pictures/icon'
import { useDates } from '../../platform/language/dates.ts'
import { looks, names } from './words.ts'

type Props = { findings: readonly Finding[] }

/** One sentence: whether the operator has to act, and where. */
export function Verdict({ findings, lookedAt }: Props & { lookedAt: string }) {
  const { t } = useLingui()
  const dates = useDates()
  const broken = findings.filter(({ state }) => state === 'broken')
  const worth = findings.filter(({ state }) => state === 'look')
  const { tile, icon } =
    broken.length > 0
      ? { tile: 'bg-danger-soft text-danger', icon: 'alert' as const }
      : worth.length > 0
        ? { tile: 'bg-warn-soft text-warn', icon: 'eye' as const }
        : { tile: 'bg-ok-soft text-ok', icon: 'check' as const }
  const title = [
    broken.length > 0 && plural(broken.length, { one: '# thing is broken', other: '# things are broken' }),
    worth.length > 0 && plural(worth.length, { one: '# thing is worth a look', other: '# things are worth a look' }),
  ].filter(Boolean)
  return (
    <Card as="section" className="grid gap-3">
      <div className="flex items-center gap-3" role="status">
        <span className={`grid size-11 shrink-0 place-items-center rounded-[6px_18px_18px] ${tile}`}>
          <Icon name={icon} />
        </span>
        <div className="min-w-0">
          <h2>{title.length > 0 ? title.join(', ') : t`All is well`}</h2>
          <p className="text-ink-2 text-sm">
            <Trans>Looked at {dates.time(lookedAt)}; the mail server and the like are asked once a minute.</Trans>
          </p>
        </div>
      </div>
      {title.length > 0 && <Rows findings={[...broken, ...worth]} />}
    </Card>
  )
}

/** Findings that are fine or not in use. */
export function FindingList({ findings }: Props) {
  const ok = findings.filter(({ state }) => state === 'ok')
  const off = findings.filter(({ state }) => state === 'off')
  return (
    <Card as="section">
      <h2 className="mb-2">
        <Trans>In order</Trans>
      </h2>
      <Rows findings={[...ok, ...off]} />
    </Card>
  )
}

function Rows({ findings }: Props) {
  const { i18n } = useLingui()
  return (
    <ul className="grid">
      {findings.map(({ name, state, text }) => {
        const { icon, tone, word } = looks[state]
        return (
          <li
            key={name}
            className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 border-line border-t-[1.5px] py-2.5 first:border-t-0"
          >
            <span className={tone}>
              <Icon name={icon} size={18} className="mt-0.5" />
            </span>
            <div>
              <h3 className="inline font-[650] text-[.9375rem]">{i18n._(names[name])}</h3>
              {word && <span className={`ml-2 text-sm ${tone}`}>{i18n._(word)}</span>}
              <p className="break-words text-ink-2 text-sm">{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
