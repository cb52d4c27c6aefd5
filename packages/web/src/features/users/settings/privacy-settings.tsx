import { Trans, useLingui } from '@lingui/react/macro'
import type { Settings } from '@papadag/contract/users/users'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { SelectField } from '@papadag/ui/fields/text-field'
import { SettingsSection } from '@papadag/ui/settings-section'
import { useUser } from '../../../platform/session/session.ts'

type Props = { settings: Settings; change: (to: Partial<Settings>) => void }

const ages: readonly Settings['childrenVisibility'][] = ['none', 'contacts', 'members']
const writers: readonly Settings['messagesFrom'][] = ['everyone', 'co', 'nobody']

/** Settings for what the user shows, and to which others. */
export function PrivacySettings({ settings, change }: Props) {
  const { home } = useUser()
  const isHomeKnown = settings.neighbourhood !== null || home?.isCity === true
  return (
    <SettingsSection name="shown" title={<Trans>What other dads see</Trans>}>
      <ChildrenShown settings={settings} change={change} />
      <SwitchRow
        label={<Trans>Let dads see when we are both free</Trans>}
        hint={<Trans>Off: nobody learns that a day of theirs is yours too.</Trans>}
        checked={settings.papaDaysVisible}
        onChange={papaDaysVisible => change({ papaDaysVisible })}
      />
      {isHomeKnown && (
        <SwitchRow
          label={<Trans>Show all members how far away I live</Trans>}
          hint={<Trans>Off: only dads you meet or chat with.</Trans>}
          checked={settings.showDistance}
          onChange={showDistance => change({ showDistance })}
        />
      )}
      <SwitchRow
        label={<Trans>Show my phone number</Trans>}
        hint={<Trans>Only to dads you meet or chat with.</Trans>}
        checked={settings.showPhone}
        onChange={showPhone => change({ showPhone })}
      />
      <SwitchRow
        label={<Trans>Show only the first letter of my last name</Trans>}
        checked={settings.lastNameInitialOnly}
        onChange={lastNameInitialOnly => change({ lastNameInitialOnly })}
      />
      <SwitchRow
        label={<Trans>Show me in Discover</Trans>}
        hint={<Trans>Off: you don’t appear in lists or searches. Anyone you meet at a playdate still sees you.</Trans>}
        checked={settings.discoverable}
        onChange={discoverable => change({ discoverable })}
      />
      <SwitchRow
        label={<Trans>Ask me about playgrounds where I’ve been</Trans>}
        hint={<Trans>At most one question a day. Nobody sees who answered, or who was there.</Trans>}
        checked={settings.placeQuestions}
        onChange={placeQuestions => change({ placeQuestions })}
      />
      <SwitchRow
        label={<Trans>Let me appear in the Dad Spotlight</Trans>}
        checked={settings.spotlight}
        onChange={spotlight => change({ spotlight })}
      />
    </SettingsSection>
  )
}

function ChildrenShown({ settings, change }: Props) {
  const { t } = useLingui()
  const ageLabels = {
    none: t`Nobody`,
    contacts: t`People I meet or chat with`,
    members: t`All members`,
  }
  return (
    <>
      <SelectField
        label={t`Who sees my children’s ages`}
        hint={t`With “All members” you are also suggested to dads with children of the same age.`}
        value={settings.childrenVisibility}
        onChange={({ currentTarget: { value } }) => {
          const chosen = ages.find(choice => choice === value)
          if (chosen) change({ childrenVisibility: chosen })
        }}
      >
        {ages.map(choice => (
          <option key={choice} value={choice}>
            {ageLabels[choice]}
          </option>
        ))}
      </SelectField>
      {settings.childrenVisibility !== 'none' && (
        <SwitchRow
          label={<Trans>Match me by my children’s ages</Trans>}
          hint={
            <Trans>
              Dads who say yes too then find you, and you them. They see a range such as 4–6 years, never the month.
            </Trans>
          }
          checked={settings.matchAges}
          onChange={matchAges => change({ matchAges })}
        />
      )}
      <SwitchRow
        label={<Trans>Show the names of my children</Trans>}
        hint={<Trans>Only to dads you meet or chat with and who may see the ages. Never in lists.</Trans>}
        checked={settings.showChildNames}
        onChange={showChildNames => change({ showChildNames })}
      />
    </>
  )
}

/** Settings of who may write to the user, and whether he sends receipts. */
export function ChatSettings({ settings, change }: Props) {
  const { t } = useLingui()
  const labels = {
    everyone: t`All members`,
    co: t`People I meet at a playdate`,
    nobody: t`Nobody`,
  }
  return (
    <SettingsSection name="chat" title={<Trans>Chat</Trans>}>
      <SelectField
        label={t`Who may send me a first message`}
        hint={t`Existing chats carry on.`}
        value={settings.messagesFrom}
        onChange={({ currentTarget: { value } }) => {
          const chosen = writers.find(choice => choice === value)
          if (chosen) change({ messagesFrom: chosen })
        }}
      >
        {writers.map(choice => (
          <option key={choice} value={choice}>
            {labels[choice]}
          </option>
        ))}
      </SelectField>
      <SwitchRow
        label={<Trans>Read receipts</Trans>}
        hint={
          <Trans>
            Off: others don’t see whether you have read their messages, and you don’t see whether they have read yours.
          </Trans>
        }
        checked={settings.readReceipts}
        onChange={readReceipts => change({ readReceipts })}
      />
    </SettingsSection>
  )
}
