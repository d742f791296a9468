/** The mails about proxies, in each language. */
import type { OrderId } from '#server/kernel/ids.ts';
import type { Language } from '#server/kernel/languages.ts';

/** A proxy that leaves from another address from now on. */
export interface ReplacedExit {
  readonly username: string;
  readonly orderId: OrderId;
  /** Exit addresses. */
  readonly before: string;
  readonly after: string;
  /** Of the page that shows the proxy. */
  readonly url: string;
}

/** Tells that the exit address of a proxy was replaced. */
export function replacedMail(language: Language, { username, orderId, before, after, url }: ReplacedExit) {
  return {
    en: {
      subject: `Your proxy ${username} has a new exit address`,
      text: `Hello,\n\nThe exit address ${before} of your proxy ${username} (order ${orderId}) did not work any more. The proxy leaves from ${after} now.\n\nUsername, password, host, port and end stay the same: there is nothing to change in your programs. Connections that were open have been closed. Where you had the old address allowed somewhere, allow the new one there.\n\n${url}`,
    },
    fr: {
      subject: `Votre proxy ${username} a une nouvelle adresse de sortie`,
      text: `Bonjour,\n\nL’adresse de sortie ${before} de votre proxy ${username} (commande ${orderId}) ne fonctionnait plus. Le proxy sort maintenant par ${after}.\n\nNom d’utilisateur, mot de passe, hôte, port et date d’expiration ne changent pas : il n’y a rien à modifier dans vos programmes. Les connexions ouvertes ont été fermées. Si vous aviez autorisé l’ancienne adresse quelque part, autorisez-y la nouvelle.\n\n${url}`,
    },
    es: {
      subject: `Su proxy ${username} tiene una nueva dirección de salida`,
      text: `Hola:\n\nLa dirección de salida ${before} de su proxy ${username} (pedido ${orderId}) había dejado de funcionar. El proxy sale ahora por ${after}.\n\nUsuario, contraseña, host, puerto y caducidad siguen siendo los mismos: no hay nada que cambiar en sus programas. Las conexiones abiertas se han cerrado. Si tenía autorizada la dirección anterior en algún sitio, autorice allí la nueva.\n\n${url}`,
    },
  }[language];
}
