import { Plural, Trans } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'

const enough = 3

type Props = {
  /** NaN if the field contains no number. */
  max: number
  /** The creator's children, who take places too. */
  ofHis: number
  onRaise: (to: number) => void
}

/** Warns the creator if he and his children leave hardly any room for others, and offers more. */
export function RoomForOthers({ max, ofHis, onRaise }: Props) {
  const left = Math.max(0, max - 1 - ofHis)
  const wanted = Math.min(1 + ofHis + enough, limits.maxParticipants)
  const isScarce = Number.isInteger(max) && max >= limits.maxParticipantsMin && left < enough && max < wanted
  return (
    <div role="status" className="empty:hidden">
      {isScarce && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-kap-s bg-do-soft px-4 py-3">
          <p className="min-w-0 flex-1 basis-56 text-[.9375rem]">
            {ofHis === 0 ? (
              <Plural
                value={left}
                _0="That leaves no places for others."
                one="That leaves # place for others."
                other="That leaves # places for others."
              />
            ) : (
              <Plural
                value={left}
                _0="With you and your children that leaves no places for others."
                one="With you and your children that leaves # place for others."
                other="With you and your children that leaves # places for others."
              />
            )}
          </p>
          <Button size={44} icon="plus" onClick={() => onRaise(wanted)}>
            <Trans>Make it {wanted}</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
