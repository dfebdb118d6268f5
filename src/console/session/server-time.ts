/** For requests, which the layers above the generic components send. */
export { noteServerTime, serverTime } from '../ui/server-time'
