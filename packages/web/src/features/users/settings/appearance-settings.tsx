import { Trans, useLingui } from '@lingui/react/macro'
import { languages } from '@papadag/contract/limits'
import { ChipGroup } from '@papadag/ui/chip'
import { SettingsSection } from '@papadag/ui/settings-section'
import { useLanguage } from '../../../platform/language/language.ts'
import { languageNames } from '../../../platform/language/locale.ts'
import { chooseTheme, useTheme } from '../../../platform/screen/theme.ts'
import { chooseLanguage } from '../../../platform/session/choose-language.ts'

/** Language and colours of this browser. */
export function AppearanceSettings({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const theme = useTheme()
  const legend = 'mb-1.5 font-[650] text-[.9375rem]'
  return (
    <SettingsSection name="appearance" title={<Trans>Language and appearance</Trans>}>
      <div>
        <p aria-hidden className={legend}>
          <Trans>Language</Trans>
        </p>
        <ChipGroup
          label={t`Language`}
          className="flex-wrap"
          value={language}
          onChange={chosen => void chooseLanguage(chosen).then(onSaved)}
          choices={languages.map(value => ({ value, label: languageNames[value], lang: value }))}
        />
      </div>
      <div>
        <p aria-hidden className={legend}>
          <Trans>Theme</Trans>
        </p>
        <ChipGroup
          label={t`Theme`}
          className="flex-wrap"
          value={theme}
          onChange={chosen => {
            chooseTheme(chosen)
            onSaved()
          }}
          choices={[
            { value: 'system', label: t`Automatic`, icon: 'gear' },
            { value: 'light', label: t`Light`, icon: 'sun' },
            { value: 'dark', label: t`Dark`, icon: 'moon' },
          ]}
        />
      </div>
    </SettingsSection>
  )
}
