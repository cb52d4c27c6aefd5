import { Trans } from '@lingui/react/macro'
import type { Participant, Playdate } from '@papadag/contract/playdates/playdates'
import type { ReactNode } from 'react'
import { MoreLink, MoreRow } from '../../../domain/playdates/more-row.tsx'
import { isOver } from '../../../domain/playdates/playdate-facts.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { askToReport } from '../../../platform/screen/reporting.ts'
import { askToShare } from '../../../platform/screen/sharing.ts'
import { useDeletion } from '../cancelling/use-deletion.tsx'
import { SeriesSection } from '../series/series-section.tsx'
import { reportOf } from './report-of.ts'
import { AgesOn } from './who/ages-on.tsx'
import { ParticipantList } from './who/participant-list.tsx'
import { WaitingFathers } from './who/waiting-fathers.tsx'

export type MoreProps = {
  playdate: Playdate
  /** The number of children that he has chosen at the foot of the sheet. */
  children: number | undefined
  /** Rows of other features. */
  more?: ((playdate: Playdate) => ReactNode) | undefined
  onDeleted: () => void
}

/** The rows of "More". */
export function MoreRows({ playdate, children, more, onDeleted }: MoreProps) {
  const isMine = playdate.myStatus === 'creator'
  const isAhead = playdate.state === 'planned' && !isOver(playdate)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      {(playdate.series || playdate.minimumFathers) && <SeriesSection playdate={playdate} bringing={children} />}
      {more?.(playdate)}
      {playdate.state === 'planned' && playdate.kind !== 'open' && playdate.kind !== 'now' && (
        <MoreRow icon="share" onClick={() => askToShare(playdate)}>
          <Trans>Share</Trans>
        </MoreRow>
      )}
      {/* While it is ahead, the button at the foot offers both. */}
      {isMine && !isAhead && (
        <>
          <MoreLink icon="edit" to={pathTo('edit-playdate', { id: playdate.id })}>
            <Trans>Edit</Trans>
          </MoreLink>
          <Deletion playdate={playdate} onDeleted={onDeleted} />
        </>
      )}
      {!isMine && (
        <MoreRow icon="flag" onClick={() => askToReport(reportOf(playdate))}>
          <Trans>Report</Trans>
        </MoreRow>
      )}
    </div>
  )
}

function Deletion({ playdate, onDeleted }: Pick<MoreProps, 'playdate' | 'onDeleted'>) {
  const { ask, dialog } = useDeletion(playdate, onDeleted)
  return (
    <>
      <MoreRow icon="trash" onClick={ask}>
        <Trans>Delete</Trans>
      </MoreRow>
      {dialog}
    </>
  )
}

type EverybodyProps = {
  playdate: Playdate
  toPerson?: ((person: Participant) => ReactNode) | undefined
}

/** Behind the faces: everybody by name, whoever waits for a place on his, and the children's ages. */
export function Everybody({ playdate, toPerson }: EverybodyProps) {
  const isWaitedFor = (playdate.waitingCount ?? 0) > 0 && playdate.myStatus === 'creator'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ParticipantList playdate={playdate} toPerson={toPerson} />
      {isWaitedFor && <WaitingFathers id={playdate.id} />}
      <AgesOn playdate={playdate} />
    </div>
  )
}
