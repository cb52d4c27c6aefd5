import { clockTime } from '../../../domain/notifications/clock-time.ts'
import type { NotificationDefinition } from '../../../domain/notifications/kind.ts'

const path = () => '/profile?tab=settings&section=passkeys'

/** He, or somebody in his name, can log in with another passkey. No setting switches this off. */
export const passkeyAdded: NotificationDefinition<'passkey.added'> = {
  outside: {
    setting: undefined,
    hasMail: true,
    isTrue: () => true,
    path,
    words: ({ createdAt }, language, timeZone) => ({ time: clockTime(createdAt, language, timeZone) }),
    text: {
      title: {
        nl: 'Nieuwe passkey voor je account, {time}',
        en: 'New passkey for your account, {time}',
        de: 'Neuer Passkey für dein Konto, {time}',
        fr: 'Nouvelle clé d’accès à ton compte, {time}',
        es: 'Nueva llave de acceso a tu cuenta, {time}',
      },
      body: {
        nl: 'Was jij dit niet? Haal hem weg en wijzig je wachtwoord.',
        en: 'Wasn’t that you? Remove it and change your password.',
        de: 'Warst du das nicht? Entferne ihn und ändere dein Passwort.',
        fr: 'Ce n’était pas toi ? Supprime-la et change ton mot de passe.',
        es: '¿No has sido tú? Elimínala y cambia tu contraseña.',
      },
    },
  },
}

/** Two devices count the uses of one passkey, so one of them is a copy. No setting switches this off. */
export const passkeyCopied: NotificationDefinition<'passkey.copied'> = {
  outside: {
    setting: undefined,
    hasMail: true,
    isTrue: () => true,
    path,
    text: {
      title: {
        nl: 'Iemand probeerde in te loggen met een kopie van je passkey',
        en: 'Somebody tried to log in with a copy of your passkey',
        de: 'Jemand hat versucht, sich mit einer Kopie deines Passkeys anzumelden',
        fr: 'Quelqu’un a essayé de se connecter avec une copie de ta clé d’accès',
        es: 'Alguien ha intentado iniciar sesión con una copia de tu llave de acceso',
      },
      body: {
        nl: 'Dat is niet gelukt. Haal die passkey weg en maak een nieuwe.',
        en: 'He was refused. Remove that passkey and make a new one.',
        de: 'Es hat nicht geklappt. Entferne diesen Passkey und erstelle einen neuen.',
        fr: 'Ça n’a pas marché. Supprime cette clé d’accès et crées-en une nouvelle.',
        es: 'No lo ha conseguido. Elimina esa llave de acceso y crea una nueva.',
      },
    },
  },
}
