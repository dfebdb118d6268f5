import './no-eval'
import { renderConsole } from './render'

renderConsole()
