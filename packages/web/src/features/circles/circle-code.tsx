import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Circle, type CircleCode, circleCode, endCircleCode, makeCircleCode } from '@papadag/contract/circles'
import { Button } from '@papadag/ui/button'
import { Card } from '@papadag/ui/card'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { lazy, Suspense, useState } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { useDates } from '../../platform/language/dates.ts'

const PosterSheet = lazy(async () => ({ default: (await import('../../domain/poster/poster-sheet.tsx')).PosterSheet }))
const QrCode = lazy(async () => ({ default: (await import('../../domain/poster/poster-sheet.tsx')).QrCode }))

const failed = { title: msg`It could not be saved`, serverTextOr: msg`Please try again later.` }

/** For keepers: the code of the circle, to scan, print and renew. */
export function CircleCodeCard({ circle: { id, hasCode } }: { circle: Circle }) {
  const read = useRead(circleCode, { params: { id } }, { enabled: hasCode === true })
  const make = useWrite(makeCircleCode, { failed })
  const renew = (letsIn: boolean) => make.mutate({ params: { id }, body: { letsIn } })
  return (
    <Card as="section" aria-labelledby="circle-code" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="circle-code">
        <Trans>Code</Trans>
      </h2>
      {!hasCode && (
        <>
          <p className="text-ink-2">
            <Trans>For a dad whom you don’t know yet: whoever has the code can ask to come in.</Trans>
          </p>
          <Button
            size={44}
            icon="plus"
            className="justify-self-start"
            busy={make.isPending}
            onClick={() => renew(false)}
          >
            <Trans>Make a code</Trans>
          </Button>
        </>
      )}
      {hasCode && read.data && <Code id={id} code={read.data} isRenewing={make.isPending} onRenew={renew} />}
    </Card>
  )
}

type CodeProps = { id: number; code: CircleCode; isRenewing: boolean; onRenew: (letsIn: boolean) => void }

function Code({ id, code, isRenewing, onRenew }: CodeProps) {
  const { t } = useLingui()
  const day = useDates().dayAndMonth(code.expiresAt)
  const [isPrinting, setIsPrinting] = useState(false)
  const end = useWrite(endCircleCode, { done: msg`The code works no longer`, failed })
  return (
    <>
      <p className="text-center font-bold text-2xl">{spaced(code.code)}</p>
      <Suspense fallback={<div className="min-h-61" />}>
        <QrCode url={code.url} label={t`QR code of the circle`} />
      </Suspense>
      <p className="text-ink-2 text-sm">
        <Plural value={code.usesLeft} one="For one more dad" other="For # more dads" />
        {' · '}
        <Trans>until {day}</Trans>
      </p>
      <SwitchRow
        label={<Trans>Let them in at once</Trans>}
        hint={<Trans>Otherwise you decide about each. Switching makes a new code.</Trans>}
        checked={code.letsIn}
        onChange={onRenew}
      />
      <div className="flex flex-wrap gap-2">
        <Button size={44} onClick={() => setIsPrinting(true)}>
          <Trans>Print</Trans>
        </Button>
        <Button size={44} icon="refresh" busy={isRenewing} onClick={() => onRenew(code.letsIn)}>
          <Trans>New code</Trans>
        </Button>
        <Button size={44} busy={end.isPending} onClick={() => end.mutate({ params: { id } })}>
          <Trans>End the code</Trans>
        </Button>
      </div>
      {isPrinting && <Poster code={code} onPrinted={() => setIsPrinting(false)} />}
    </>
  )
}

function Poster({ code: { code, url }, onPrinted }: { code: CircleCode; onPrinted: () => void }) {
  const { t } = useLingui()
  return (
    <Suspense>
      <PosterSheet url={url} code={{ label: t`QR code of the circle`, size: 260 }} isReady onPrinted={onPrinted}>
        <h1>
          <Trans>Dads who meet here</Trans>
        </h1>
        <p className="text-xl">
          <Trans>Scan it, or type this code in Papadag:</Trans>
        </p>
        <p className="font-bold text-2xl">{spaced(code)}</p>
      </PosterSheet>
    </Suspense>
  )
}

const spaced = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
