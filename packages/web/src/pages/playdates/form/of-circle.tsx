import { Trans, useLingui } from '@lingui/react/macro'
import { oneCircle } from '@papadag/contract/circles'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { CirclePicture } from '../../../features/circles/circle-picture.tsx'
import { useRead } from '../../../platform/data/data.ts'

type Props = {
  id: number
  isOpen: boolean
  /** Absent for a question which day suits. */
  onChange: ((isOpen: boolean) => void) | undefined
}

/** The circle that plans it, and whether others can find it later. */
export function OfCircle({ id, isOpen, onChange }: Props) {
  const { t } = useLingui()
  const { data: circle, error } = useRead(oneCircle, { params: { id } })
  if (error?.status === 404)
    return (
      <p role="alert" className="text-danger">
        <Trans>This circle is no longer there</Trans>
      </p>
    )
  return (
    <section aria-label={t`With the circle`} className="grid gap-3 rounded-kap-s bg-picked-soft p-4">
      <p className="flex items-center gap-3">
        <CirclePicture picture={circle?.picture ?? null} size={36} />
        <span className="min-w-0">
          <b className="block min-h-5 break-words font-[650]">{circle?.name}</b>
          <span className="block text-ink-2 text-sm">
            {onChange ? <Trans>Its members are asked first.</Trans> : <Trans>All its members are asked.</Trans>}
          </span>
        </span>
      </p>
      {onChange && (
        <SwitchRow
          label={<Trans>For other dads too</Trans>}
          hint={
            isOpen ? (
              <Trans>After two days, or halfway if it is sooner. They don’t see the circle.</Trans>
            ) : (
              <Trans>Only your circle can find it. Your own invitation opens it.</Trans>
            )
          }
          checked={isOpen}
          onChange={onChange}
        />
      )}
    </section>
  )
}
