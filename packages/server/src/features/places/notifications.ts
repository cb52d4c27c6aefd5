import { type NotificationDefinition, toItsCreator } from '../../domain/notifications/kind.ts'

/** The place of his playdate has been edited, or is gone; the playdate stays where he planned it. */
export const playdatePlaceChanged: NotificationDefinition<'playdate.placeChanged'> = {
  outside: {
    ...toItsCreator,
    text: {
      title: {
        nl: 'De plek van je speelafspraak is gewijzigd',
        en: 'The place of your playdate was edited',
        de: 'Der Ort deiner Verabredung wurde bearbeitet',
        fr: 'Le lieu de ton rendez-vous a été modifié',
        es: 'Han editado el sitio de tu quedada',
      },
      body: {
        nl: 'Je speelafspraak van {when} blijft waar je hem gepland had. Kijk of dat nog klopt.',
        en: 'Your playdate on {when} stays where you planned it. See whether that is still right.',
        de: 'Deine Verabredung am {when} bleibt, wo du sie geplant hast. Schau, ob das noch stimmt.',
        fr: 'Ton rendez-vous du {when} reste là où tu l’avais prévu. Vérifie que c’est toujours bon.',
        es: 'Tu quedada del {when} sigue donde la planeaste. Mira si aún es correcto.',
      },
    },
  },
}

/** Somebody says that the place of his playdate is broken, dirty, closed or flooded. */
export const playdatePlaceState: NotificationDefinition<'playdate.placeState'> = {
  outside: {
    ...toItsCreator,
    isUrgent: true,
    text: {
      title: {
        nl: 'Er is iets met de plek van je speelafspraak',
        en: 'Something is up with the place of your playdate',
        de: 'Mit dem Ort deiner Verabredung stimmt etwas nicht',
        fr: 'Il y a un souci au lieu de ton rendez-vous',
        es: 'Pasa algo en el sitio de tu quedada',
      },
      body: {
        nl: 'Een vader meldde het voor {when}. Kijk of je afspraak daar nog door kan gaan.',
        en: 'A father reported it for {when}. See whether your playdate can still go ahead there.',
        de: 'Ein Vater hat es für {when} gemeldet. Schau, ob ihr euch dort noch treffen könnt.',
        fr: 'Un père l’a signalé pour le {when}. Vois si vous pouvez toujours vous y retrouver.',
        es: 'Un padre lo ha avisado para el {when}. Mira si aún podéis quedar allí.',
      },
    },
  },
}
