# Commands of the runbooks, for bash and zsh:
#
#   source docs/runbooks/commands.sh production
#
# They use the AWS CLI with your credentials and Region, and Node.js. All of them only read, but for
# silence and speak, close_api and open_api, stop_workers and start_workers.
#
#   npm start -- --verbose 2> switch.log
#   source docs/runbooks/commands.sh laptop switch.log
#
# is for a laptop: alarms, logs, trace, queues and item then ask what runs there, in the same words.
# Source it in the folder of this repository. Where DRILL_LOG names the log of a drill, all ask that.

export STAGE="${1:-production}"
if [ -n "$DRILL_LOG" ]; then STAGE=laptop; fi

# logs QUERY [MINUTES]: asks all logs of the stage, in the language of CloudWatch Logs Insights. A
# result is a line of field=value; a field that no line has is left out.
logs() {
  local until from id answer
  until=$(date +%s)
  from=$((until - 60 * ${2:-60}))
  id=$(aws logs start-query --start-time "$from" --end-time "$until" --query queryId --output text \
    --query-string "SOURCE logGroups(namePrefix: ['turnout-$STAGE']) | $1") || return
  answer=Running
  while [ "$answer" = Running ] || [ "$answer" = Scheduled ]; do
    sleep 1
    answer=$(aws logs get-query-results --query-id "$id" --query status --output text) || return
  done
  aws logs get-query-results --query-id "$id" --output text \
    --query "results[].[join('  ', [?field!='@ptr'].join('=', [field, value]))]"
}

# trace ID [MINUTES]: traces as trees, by the id of a trace, a payment, a refund, a payout or an event.
# Run it in the folder of this repository. It finds requests that -c traceSampling=… sampled.
trace() {
  local found="trace_id = '$1'" name
  for name in payment_id refund_id payout_id event_id; do found="$found or $name = '$1'"; done
  logs "fields @message | filter message = 'span' and ($found) | limit 10000" "${2:-60}" |
    npx turnout trace "$1" --log -
}

# alarms: the alarms that are on, each with what it means and its runbook.
alarms() {
  aws cloudwatch describe-alarms --state-value ALARM --alarm-name-prefix "turnout-$STAGE" \
    --alarm-types MetricAlarm CompositeAlarm --output text \
    --query "[MetricAlarms, CompositeAlarms][].[AlarmName, AlarmDescription]"
}

# function_of NAME: what AWS calls a function, such as payments.confirm or queues.find-due.
function_of() {
  aws lambda list-functions --output text \
    --query "Functions[?Environment.Variables.FUNCTION_NAME=='$1' && Environment.Variables.STAGE=='$STAGE'].FunctionName"
}

# queue_of NAME: the address of a queue: Deliveries, SlowDeliveries, SyncQueue, Undelivered,
# Unpublished, Unsettled or Unlisted.
queue_of() {
  aws sqs list-queues --queue-name-prefix "turnout-$STAGE" --output text \
    --query "QueueUrls[?contains(@, '-$1')]"
}

# queues: how many messages wait in each queue.
queues() {
  for name in Deliveries SlowDeliveries SyncQueue Undelivered Unpublished Unsettled Unlisted; do
    printf '%s ' "$name"
    aws sqs get-queue-attributes --queue-url "$(queue_of "$name")" --output text \
      --attribute-names ApproximateNumberOfMessages --query Attributes.ApproximateNumberOfMessages
  done
}

# table_of: what AWS calls the table.
table_of() {
  aws cloudformation describe-stack-resources --stack-name "turnout-$STAGE-data" --output text \
    --query "StackResources[?ResourceType=='AWS::DynamoDB::Table' || ResourceType=='AWS::DynamoDB::GlobalTable'].PhysicalResourceId"
}

# item KEY: the items under a key of the table, such as 'MERCHANT#merchant_…#PAYMENT#pay_…', a line for
# each. Secrets are not shown. Run it in the folder of this repository.
item() {
  npx turnout item "$1" --table "$(table_of)"
}

# output STACK NAME: an output of a stack, such as output data AdminKeySecret or output api Url.
output() {
  aws cloudformation describe-stacks --stack-name "turnout-$STAGE-$1" --output text \
    --query "Stacks[0].Outputs[?OutputKey=='$2'].OutputValue"
}

# silence [MINUTES]: no alarm wakes anybody for so long, 30 minutes without a number and 115 at most.
silence() {
  tell_silence 1 "${1:-30}"
}

# speak: ends the silence.
speak() {
  tell_silence 0 115
}

# close_api: the API answers every request with 429, also those of routes with rates of their own.
close_api() {
  tell_rates close
}

# open_api: gives all routes the rates that they had before close_api, out of the file that it wrote.
open_api() {
  tell_rates open
}

# stop_workers: no function of the stage works on queues, streams or due payments any more. For a
# Region in whose place another one works. The jobs of the vault go on.
stop_workers() {
  tell_workers --no-enabled disable-rule
}

# start_workers: the functions work on them again, from where they stopped.
start_workers() {
  tell_workers --enabled enable-rule
}

tell_workers() {
  local sources rules one
  sources=$(aws lambda list-event-source-mappings --output text \
    --query "EventSourceMappings[?contains(FunctionArn, ':turnout-$STAGE-')].[UUID]") || return
  rules=$(aws events list-rules --name-prefix "turnout-$STAGE-sync-" --output text \
    --query 'Rules[].[Name]') || return
  while read -r one; do
    [ -z "$one" ] || aws lambda update-event-source-mapping --uuid "$one" "$1" > /dev/null || return
  done <<< "$sources"
  while read -r one; do
    [ -z "$one" ] || aws events "$2" --name "$one" || return
  done <<< "$rules"
}

tell_rates() {
  local api file="rates-$STAGE.json"
  api=$(aws apigatewayv2 get-apis --query "Items[?Name=='turnout-$STAGE'].ApiId" --output text) || return
  # The file of a first close is kept: after a second one it would say 0.
  if [ "$1" = close ] && [ ! -e "$file" ]; then
    aws apigatewayv2 get-stage --api-id "$api" --stage-name '$default' --output json \
      --query '{DefaultRouteSettings: DefaultRouteSettings, RouteSettings: RouteSettings}' > "$file" || return
  fi
  aws apigatewayv2 update-stage --api-id "$api" --stage-name '$default' --cli-input-json "$(
    node -e '
      const [file, order] = process.argv.slice(1);
      const rates = JSON.parse(fs.readFileSync(file, "utf8"));
      const closed = (key, value) => (/^Throttling/.test(key) && order === "close" ? 0 : value);
      console.log(JSON.stringify(rates, closed));
    ' "$file" "$1"
  )" || return
  if [ "$1" = open ]; then rm "$file"; fi
}

# A value for each of the coming minutes, so a silence ends by itself whatever becomes of this shell.
tell_silence() {
  local data
  data=$(node -e '
    const [value, minutes] = process.argv.slice(1).map(Number);
    if (!(minutes >= 1 && minutes <= 115)) throw new Error("A silence lasts 1 to 115 minutes.");
    const now = Date.now();
    const at = (minute) => new Date(now + 60_000 * minute).toISOString();
    const datum = (_, minute) => ({ MetricName: "Silenced", Value: value, Timestamp: at(minute) });
    console.log(JSON.stringify(Array.from({ length: minutes }, datum)));
  ' "$1" "$2") || return
  aws cloudwatch put-metric-data --namespace "Turnout/$STAGE" --metric-data "$data"
}

# from_console QUESTION PRINT [GIVEN]: asks the console of a laptop, and prints its answer by a
# function in JavaScript that makes lines of it, and of what is given.
from_console() {
  node -e '
    const [url, print, given] = process.argv.slice(1);
    fetch(url)
      .then((answer) => answer.json())
      .then((answer) => eval(print)(answer, given).map((line) => console.log(line)))
      .catch(() => {
        console.error(`Nothing answers at ${url}: is the switch running, and at which CONSOLE_PORT?`);
        process.exitCode = 1;
      });
  ' "http://127.0.0.1:${CONSOLE_PORT:-3004}/api/$1" "$2" "$3"
}

if [ "$STAGE" = laptop ]; then
  export SWITCH_LOG="${DRILL_LOG:-${2:-switch.log}}"
  if [ ! -r "$SWITCH_LOG" ]; then
    echo "There is no $SWITCH_LOG: start the switch by npm start -- --verbose 2> switch.log" >&2
  fi

  # Without npm, which takes longer to start than the answer.
  logs() {
    node tools/launch/run.cjs scripts/turnout/logs.ts "$1" --log "$SWITCH_LOG" --minutes "${2:-60}"
  }

  trace() {
    node tools/launch/run.cjs scripts/turnout/trace.ts "$1" --log "$SWITCH_LOG"
  }

  alarms() {
    from_console alarms '({ alarms }) => alarms
      .filter(({ state }) => state === "ALARM")
      .map(({ name, description }) => `${name}  ${description}`)
      .concat(alarms.some(({ state }) => state === "ALARM") ? [] : ["No alarm is on."])'
  }

  # The console shows 50 items at a time, in the order of their keys.
  item() {
    local table beginning
    table=$(from_console tables '({ tables }) => tables
      .filter(({ hasStream }) => hasStream)
      .map(({ name }) => name)') || return
    beginning=$(node -p 'encodeURIComponent(process.argv[1])' "$1")
    from_console "items?table=$table&beginning=$beginning" '({ items }, key) => items
      .filter(({ pk }) => pk === key)
      .map(({ item }) => JSON.stringify(item))' "$1"
  }

  queues() {
    from_console queues '({ queues }) => queues.map(({ title, visible }) => `${title} ${visible}`)'
  }
fi
