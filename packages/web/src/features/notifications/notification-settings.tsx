import { Trans, useLingui } from '@lingui/react/macro'
import { limits, productTimeZone } from '@papadag/contract/limits'
import type { EditedNotificationSettings, EditedSettings, NoticeSetting, Settings } from '@papadag/contract/users/users'
import { Switch } from '@papadag/ui/fields/switch'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { SelectField, TextField } from '@papadag/ui/fields/text-field'
import { SettingsSection } from '@papadag/ui/settings-section'
import { useId } from 'react'
import { namedZone } from '../../platform/browser/zone.ts'
import { useUser } from '../../platform/session/session.ts'
import { useMinutesInWords } from './minutes-in-words.ts'
import { useThisDevice } from './this-device.ts'
import { ThisDeviceRow } from './this-device-row.tsx'

/** The zone that the server counts in: that of this device, or the product's if the device does not know its own. */
const zoneHere = () => namedZone() ?? productTimeZone

type Props = {
  settings: Settings
  change: (to: EditedSettings) => void
  userId: number
  /** Whether this server sends mail. */
  hasMail: boolean
}

/** The settings of notifications outside the open tab: where, which kinds, and when. */
export function NotificationSettings({ settings, change, userId, hasMail }: Props) {
  const device = useThisDevice()
  const changeThem = (notifications: EditedNotificationSettings) => change({ notifications })
  const hasPush = device.status !== 'off'
  const ways = [...(hasPush ? push : []), ...(hasMail ? mail : [])]
  return (
    <SettingsSection name="kinds" title={<Trans>What you hear, and when</Trans>}>
      <ThisDeviceRow device={device} userId={userId} />
      {ways.length > 0 && (
        <>
          <Kinds settings={settings} change={changeThem} ways={ways} />
          <Reminders settings={settings} change={changeThem} />
          <EveningHour settings={settings} change={changeThem} ways={ways} />
          <QuietHours settings={settings} change={changeThem} />
        </>
      )}
    </SettingsSection>
  )
}

type Way = 'push' | 'mail'
const push: readonly Way[] = ['push']
const mail: readonly Way[] = ['mail']

type PartProps = { settings: Settings; change: (to: EditedNotificationSettings) => void }

type Kind = { kind: NoticeSetting; label: string; hint?: string; isOff?: boolean }

/** What he can hear about; a kind is off until its condition is met. */
function useKinds({ neighbourhood, papaDays }: Settings): readonly Kind[] {
  const { t } = useLingui()
  const { home } = useUser()
  const isHomeKnown = neighbourhood !== null || home !== undefined
  const hasDays = papaDays.length > 0
  return [
    { kind: 'messages', label: t`Messages`, hint: t`Who wrote, never what.` },
    {
      kind: 'playdates',
      label: t`My playdates`,
      hint: t`Somebody joins or leaves, or a playdate is moved or cancelled.`,
    },
    { kind: 'reminders', label: t`Reminders` },
    {
      kind: 'nearby',
      label: t`New playdates near me`,
      hint: isHomeKnown
        ? t`Within 5 km, at most one a day.`
        : t`First say where you live, under “My days and neighbourhood”.`,
      isOff: !isHomeKnown,
    },
    {
      kind: 'evening',
      label: t`The evening before my papa day`,
      hint: hasDays
        ? t`What tomorrow brings, and who is coming.`
        : t`First say which days are yours, under “My days and neighbourhood”.`,
      isOff: !hasDays,
    },
  ]
}

/** A switch for each kind and way. */
function Kinds({ settings, change, ways }: PartProps & { ways: readonly Way[] }) {
  const { t } = useLingui()
  const id = useId()
  const { notifications } = settings
  const kinds = useKinds(settings)
  const wayLabels = { push: t`Device`, mail: t`E-mail` }
  return (
    <div>
      {/* With large text on a small phone its columns are wider than the screen. */}
      <div className="-m-1.5 overflow-x-auto p-1.5">
        <table className="w-full border-separate [border-spacing:0]">
          <caption className="sr-only">
            <Trans>What you want to hear, and where</Trans>
          </caption>
          <thead>
            <tr className="text-ink-2 text-sm">
              <td />
              {ways.map(way => (
                <th key={way} scope="col" id={`${id}-${way}`} className="w-17 pb-1 text-right font-[650]">
                  {wayLabels[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, label, hint, isOff = false }) => (
              <tr key={kind}>
                <th scope="row" className="py-2 pr-3 text-left align-top font-normal">
                  <span id={`${id}-${kind}`} className="font-[650] text-[.9375rem]">
                    {label}
                  </span>
                  {hint && <span className="block text-ink-2 text-sm">{hint}</span>}
                </th>
                {ways.map(way => (
                  <td key={way} className="py-2 text-right align-top">
                    <Switch
                      checked={notifications[way][kind] && !isOff}
                      disabled={isOff}
                      onCheckedChange={isOn => change({ [way]: { [kind]: isOn } })}
                      aria-labelledby={`${id}-${kind} ${id}-${way}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ways.includes('mail') && (
        <p className="mt-1 text-ink-2 text-sm">
          <Trans>We only e-mail you if no device could be reached.</Trans>
        </p>
      )}
    </div>
  )
}

const choices = [30, 60, 120, 180, 720, 1440, 2880]

/** When he is reminded: once, twice or never. */
function Reminders({ settings, change }: PartProps) {
  const { t } = useLingui()
  const inWords = useMinutesInWords()
  const [first = 0, second = 0] = settings.notifications.remindBeforeMin.toSorted((a, b) => b - a)
  const choose = (...minutes: number[]) =>
    change({ remindBeforeMin: [...new Set(minutes.filter(each => each > 0))].sort((a, b) => b - a) })
  const field = (label: string, value: number, onChoose: (minutes: number) => void) => (
    <SelectField label={label} value={value} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
      <option value={0}>{t`None`}</option>
      {(choices.includes(value) || value === 0 ? choices : [...choices, value].sort((a, b) => a - b)).map(minutes => (
        <option key={minutes} value={minutes}>
          {inWords(minutes)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <div className="grid grid-cols-1 gap-3 min-[400px]:grid-cols-2">
      {field(t`First reminder`, first, minutes => choose(minutes, second))}
      {field(t`Second reminder`, second, minutes => choose(first, minutes))}
    </div>
  )
}

const eveningHours = Array.from(
  { length: limits.eveningHourMax - limits.eveningHourMin + 1 },
  (_, at) => limits.eveningHourMin + at,
)

/** The hour at which he is notified of what his papa day brings; hidden while nothing would be sent. */
function EveningHour({ settings, change, ways }: PartProps & { ways: readonly Way[] }) {
  const { t } = useLingui()
  const { papaDays, notifications } = settings
  if (papaDays.length === 0 || !ways.some(way => notifications[way].evening)) return null
  return (
    <SelectField
      label={t`The evening before, at`}
      value={notifications.eveningHour}
      onChange={({ currentTarget: { value } }) => change({ eveningHour: Number(value), timeZone: zoneHere() })}
    >
      {eveningHours.map(hour => (
        <option key={hour} value={hour}>{`${hour}:00`}</option>
      ))}
    </SelectField>
  )
}

const usual = { from: '21:00', to: '07:00' }

/** The quiet hours, in this browser's time zone. */
function QuietHours({ settings, change }: PartProps) {
  const { t } = useLingui()
  const { quietHours, timeZone } = settings.notifications
  const here = zoneHere()
  const choose = (hours: typeof usual | null) => change({ quietHours: hours, timeZone: here })
  const field = (label: string, end: keyof typeof usual) =>
    quietHours && (
      <TextField
        // The server's value replaces the typed one.
        key={quietHours[end]}
        type="time"
        label={label}
        defaultValue={quietHours[end]}
        onBlur={({ currentTarget: { value } }) => {
          if (value && value !== quietHours[end]) choose({ ...quietHours, [end]: value })
        }}
      />
    )
  return (
    <div className="grid gap-3">
      <SwitchRow
        label={<Trans>Quiet hours</Trans>}
        hint={<Trans>During these hours you only hear about playdates in the next twelve hours. The rest waits.</Trans>}
        checked={quietHours !== null}
        onChange={isOn => choose(isOn ? usual : null)}
      />
      {quietHours && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
          {field(t`Quiet from`, 'from')}
          {field(t`Quiet until`, 'to')}
        </div>
      )}
      {quietHours && timeZone !== here && (
        <p className="text-ink-2 text-sm">
          <Trans>Time zone: {timeZone}. If you change an hour, this device’s time zone is used.</Trans>
        </p>
      )}
    </div>
  )
}
