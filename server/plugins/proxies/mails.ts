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

/** Proxies of a customer whose addresses were retired, or put back. */
export interface LastingProxies {
  /** The first to end first. */
  readonly proxies: readonly { readonly username: string; readonly order_id: OrderId; readonly expires_at: Date }[];
  /** Of the page that lists his proxies. */
  readonly url: string;
}

const until = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A line for each proxy. @param order what an order is called. */
function lines({ proxies }: LastingProxies, order: string, end: string): string {
  return proxies
    .map(({ username, order_id: id, expires_at: at }) => `  ${username} (${order} ${id}), ${end} ${until(at)}`)
    .join('\n');
}

/** Tells that proxies work until they end and cannot be renewed, since their exit addresses are given up. */
export function retiredMail(language: Language, told: LastingProxies) {
  const { length: count } = told.proxies;
  const one = count === 1;
  return {
    en: {
      subject: one ? 'One of your proxies cannot be renewed' : `${count} of your proxies cannot be renewed`,
      text: `Hello,\n\nWe are giving up the exit ${one ? 'address of this proxy' : 'addresses of these proxies'}:\n\n${lines(told, 'order', 'until')}\n\nNothing changes before then: ${one ? 'it works' : 'they work'} until the end of the time that is paid. After that ${one ? 'it' : 'they'} cannot be renewed, neither by hand nor automatically. If you need ${one ? 'it' : 'them'} for longer, buy ${one ? 'another one' : 'others'} in time.\n\n${told.url}`,
    },
    fr: {
      subject: one ? 'L’un de vos proxys ne pourra pas être renouvelé' : `${count} de vos proxys ne pourront pas être renouvelés`,
      text: `Bonjour,\n\nNous abandonnons ${one ? 'l’adresse de sortie de ce proxy' : 'les adresses de sortie de ces proxys'} :\n\n${lines(told, 'commande', 'jusqu’au')}\n\nRien ne change d’ici là : ${one ? 'il fonctionne' : 'ils fonctionnent'} jusqu’à la fin de la période payée. Ensuite, ${one ? 'il ne pourra être renouvelé' : 'ils ne pourront être renouvelés'} ni à la main ni automatiquement. Si vous en avez besoin plus longtemps, achetez-en ${one ? 'un autre' : 'd’autres'} à temps.\n\n${told.url}`,
    },
    es: {
      subject: one ? 'Uno de sus proxies no podrá renovarse' : `${count} de sus proxies no podrán renovarse`,
      text: `Hola:\n\nVamos a retirar ${one ? 'la dirección de salida de este proxy' : 'las direcciones de salida de estos proxies'}:\n\n${lines(told, 'pedido', 'hasta el')}\n\nHasta entonces no cambia nada: ${one ? 'funciona' : 'funcionan'} hasta el final del periodo pagado. Después no ${one ? 'podrá renovarse' : 'podrán renovarse'}, ni a mano ni automáticamente. Si ${one ? 'lo' : 'los'} necesita durante más tiempo, compre ${one ? 'otro' : 'otros'} a tiempo.\n\n${told.url}`,
    },
  }[language];
}

/** Tells that proxies can be renewed after all. */
export function putBackMail(language: Language, told: LastingProxies) {
  const { length: count } = told.proxies;
  const one = count === 1;
  return {
    en: {
      subject: one ? 'One of your proxies can be renewed again' : `${count} of your proxies can be renewed again`,
      text: `Hello,\n\nThe exit ${one ? 'address of this proxy stays' : 'addresses of these proxies stay'} with us after all:\n\n${lines(told, 'order', 'until')}\n\nYou can renew ${one ? 'it' : 'them'} as usual.\n\n${told.url}`,
    },
    fr: {
      subject: one
        ? 'L’un de vos proxys peut de nouveau être renouvelé'
        : `${count} de vos proxys peuvent de nouveau être renouvelés`,
      text: `Bonjour,\n\nNous gardons finalement ${one ? 'l’adresse de sortie de ce proxy' : 'les adresses de sortie de ces proxys'} :\n\n${lines(told, 'commande', 'jusqu’au')}\n\nVous pouvez ${one ? 'le' : 'les'} renouveler comme d’habitude.\n\n${told.url}`,
    },
    es: {
      subject: one ? 'Uno de sus proxies puede renovarse de nuevo' : `${count} de sus proxies pueden renovarse de nuevo`,
      text: `Hola:\n\nFinalmente conservamos ${one ? 'la dirección de salida de este proxy' : 'las direcciones de salida de estos proxies'}:\n\n${lines(told, 'pedido', 'hasta el')}\n\nPuede ${one ? 'renovarlo' : 'renovarlos'} como de costumbre.\n\n${told.url}`,
    },
  }[language];
}
