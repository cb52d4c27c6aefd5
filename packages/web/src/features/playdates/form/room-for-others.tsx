import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { Button } from '@papadag/ui/button'
import { childrenToBring } from '../../../domain/playdates/children-to-bring.ts'
import type { PartProps } from './use-playdate-form.ts'

const enough = 3

/** Says what he and his children leave for others, and offers more if that is hardly any; it always has its space. */
export function RoomForOthers({ form: { setValue, formState }, typed }: PartProps) {
  const { maxParticipants: max, children } = typed
  const room = childrenToBring({ maxParticipants: max, placesTaken: 0 }, 0).max
  const onRaise = (to: number) =>
    setValue('maxParticipants', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return <Room max={max} ofHis={Math.min(children, room)} onRaise={onRaise} />
}

type Props = {
  /** NaN if the field contains no number. */
  max: number
  /** The creator's children, who take places too. */
  ofHis: number
  onRaise: (to: number) => void
}

export function Room({ max, ofHis, onRaise }: Props) {
  const isCount = Number.isInteger(max) && max >= limits.maxParticipantsMin
  const left = Math.max(0, max - 1 - ofHis)
  const wanted = Math.min(1 + ofHis + enough, limits.maxParticipants)
  const isScarce = left < enough && max < wanted
  return (
    <div role="status" className="mt-1.5 flex min-h-11 items-center gap-3">
      {isCount && (
        <p className="min-w-0 flex-1 text-ink-2 text-sm">
          {!isScarce ? <Enough max={max} heads={1 + ofHis} left={left} /> : <Scarce left={left} ofHis={ofHis} />}
        </p>
      )}
      {isCount && isScarce && (
        <Button size={44} icon="plus" className="shrink-0" onClick={() => onRaise(wanted)}>
          <Trans>Make it {wanted}</Trans>
        </Button>
      )}
    </div>
  )
}

function Enough({ max, heads, left }: { max: number; heads: number; left: number }) {
  const { t } = useLingui()
  const they = t`${plural(heads, { one: 'you', 2: 'the two of you', 3: 'the three of you', 4: 'the four of you', other: 'the # of you' })}`
  return (
    <Trans>
      Room for {max}: {they} and {left} more.
    </Trans>
  )
}

function Scarce({ left, ofHis }: { left: number; ofHis: number }) {
  return ofHis === 0 ? (
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
  )
}
