import { Trans } from '@lingui/react/macro'
import type { HalfDay } from '@papadag/contract/users/papa-days'
import type { Settings } from '@papadag/contract/users/users'
import { SettingsSection } from '@papadag/ui/settings-section'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { HalfDays } from './half-days.tsx'

/** How long he may pause between two ticks of one change. */
const pauseMs = 1500

type Props = {
  settings: Pick<Settings, 'papaDays'>
  change: (to: Partial<Settings>) => void
  /** Other settings that depend on his days. */
  children?: ReactNode
}

/** The half days he spends with his children. What he ticks in one go is one change, since few a day take effect. */
export function PapaDaysSettings({ settings: { papaDays }, change, children }: Props) {
  const [ticked, setTicked] = useState<HalfDay[]>()
  const save = useEffectEvent(() => {
    if (!ticked) return
    if (ticked.join() !== papaDays.join()) change({ papaDays: ticked })
    setTicked(undefined)
  })
  useEffect(() => {
    if (!ticked) return
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [ticked])
  useEffect(() => {
    const leave = () => save()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      save()
    }
  }, [])
  return (
    <SettingsSection name="papa-days" title={<Trans>My papa days</Trans>}>
      <p className="text-ink-2 text-sm">
        <Trans>
          The half days you have the children. Nobody gets to see your list. Dads who have filled in theirs only see
          which of them you share.
        </Trans>
      </p>
      <HalfDays value={ticked ?? papaDays} onChange={setTicked} />
      <p className="text-ink-2 text-sm">
        <Trans>
          New days count at once; after three changes within 24 hours, and on your first day here, they count a day
          later, so that nobody can find out your week.
        </Trans>
      </p>
      {children}
    </SettingsSection>
  )
}
