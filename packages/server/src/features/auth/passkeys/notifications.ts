import type { NotificationDefinition } from '../../../domain/notifications/kind.ts'

/** Two devices count the uses of one passkey, so one of them is a copy. No setting switches this off. */
export const passkeyCopied: NotificationDefinition<'passkey.copied'> = {
  outside: {
    setting: undefined,
    hasMail: true,
    isTrue: () => true,
    path: () => '/profile?tab=settings&section=passkeys',
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
