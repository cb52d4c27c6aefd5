import { type Language, limits } from '@papadag/contract/limits'
import { deviceName } from '@papadag/contract/users/device-name'
import type { Sentence } from '../../../platform/texts.ts'

/** Programs that keep passkeys, by the model that they state (AAGUID). */
const keepers: Readonly<Record<string, string>> = {
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
}

const his: Sentence = {
  nl: '{device} van {name}',
  en: '{name}’s {device}',
  de: '{device} von {name}',
  fr: '{device} de {name}',
  es: '{device} de {name}',
}
const apart: Sentence = {
  nl: 'Beveiligingssleutel',
  en: 'Security key',
  de: 'Sicherheitsschlüssel',
  fr: 'Clé de sécurité',
  es: 'Llave de seguridad',
}

/** The name of a new passkey, guessed from what keeps it, and unlike those that he has. */
export function guessedName(
  { model, isApart }: { model: string; isApart: boolean },
  {
    userAgent,
    firstName,
    language,
    taken,
  }: { userAgent: string | undefined; firstName: string; language: Language; taken: readonly string[] },
): string {
  const device = deviceName(userAgent ?? null)
    ?.split(', ')
    .at(-1)
  const name =
    keepers[model] ??
    (isApart
      ? apart[language]
      : device
        ? his[language].replace('{device}', device).replace('{name}', () => firstName)
        : 'Passkey')
  const short = [...name].slice(0, limits.passkeyName - 3).join('')
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? short : `${short} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
