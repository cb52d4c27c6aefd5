import { useLingui } from '@lingui/react/macro'
import { Facts, Leaf } from '../../../domain/playdates/playdate-facts.tsx'
import { instantOf } from '../../../platform/language/dates.ts'
import { screen } from '../../../platform/screen/screen.ts'
import type { PlaydateFields } from './form-fields.ts'

/** A preview of the playdate as others will see it. */
export function Preview({ fields }: { fields: PlaydateFields }) {
  const { t } = useLingui()
  const at = (time: string) => instantOf({ date: fields.date, time: time || screen.defaultStartTime })
  const times = { startTime: at(fields.startTime), endTime: at(fields.endTime) }
  return (
    <div className="flex gap-3.5">
      <Leaf playdate={times} />
      <div className="min-w-0">
        <p className="break-words font-[750] font-display text-lg leading-[1.22]">
          {fields.title.trim() || t`What are we going to do?`}
        </p>
        <Facts
          playdate={
            fields.locationVisibility === 'participants'
              ? { ...fields, ...times, location: fields.area, myStatus: 'none' }
              : { ...times, location: fields.location.trim() || t`Where?` }
          }
        />
      </div>
    </div>
  )
}
