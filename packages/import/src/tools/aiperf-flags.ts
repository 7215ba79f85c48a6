/** Flags of AIPerf (0.13) and of GenAI-Perf before it: those a plan has something for, and the others by the reason why it has not. */
export const aiperfFlags = {
  style: 'getopt',
  read: {
    model: '-m= --model= --model-names=',
    endpointType: '--endpoint-type=',
    endpoint: '--endpoint= --custom-endpoint=',
    serviceKind: '--service-kind=',
    streaming: '--streaming',
    url: '-u= --url=',
    timeout: '--request-timeout-seconds=',
    apiKey: '--api-key=',
    legacyMaxTokens: '--use-legacy-max-tokens',
    reuse: '--connection-reuse-strategy=',
    extra: '--extra-inputs=',
    header: '-H= --header=',
    goodput: '-g= --goodput=',
    inputTokens: '--isl= --prompt-input-tokens-mean= --synthetic-input-tokens-mean=',
    outputTokens: '--osl= --prompt-output-tokens-mean= --output-tokens-mean=',
    duration: '--benchmark-duration=',
    window: '-p= --measurement-interval=',
    concurrency: '--concurrency=',
    rate: '--request-rate=',
    arrivals: '--arrival-pattern= --request-rate-mode=',
    requests: '--request-count= --num-requests=',
    seed: '--random-seed=',
  },
  unmapped: {
    output:
      '--artifact-dir= --output-artifact-dir= --profile-export-file= --profile-export-prefix= --export-level= --profile-export-level= --slice-duration= --export-http-trace --show-trace-timing --log-level= -v --verbose -vv --extra-verbose --ui= --ui-type= --generate-plots --checkpoint-dir= --enable-checkpointing',
    tokenizer: '--tokenizer= --tokenizer-revision= --tokenizer-trust-remote-code',
    anyway: '--use-server-token-count --url-strategy= --transport= --transport-type= --async',
    prompt:
      '--prompt-input-tokens-stddev= --synthetic-input-tokens-stddev= --isl-stddev= --prompt-input-tokens-block-size= --synthetic-input-tokens-block-size= --isl-block-size= --seq-dist= --sequence-distribution= --prompt-output-tokens-stddev= --output-tokens-stddev= --osl-stddev= --output-tokens-mean-deterministic --prompt-prefix-pool-size= --prefix-prompt-pool-size= --num-prefix-prompts= --prompt-prefix-length= --prefix-prompt-length= --shared-system-prompt-length= --user-context-prompt-length= --num-dataset-entries= --num-prompts= --dataset-sampling-strategy= -b= --batch-size= --batch-size-text= --prompt-batch-size= --synthesis-speedup-ratio= --synthesis-prefix-len-multiplier= --synthesis-prefix-root-multiplier= --synthesis-prompt-len-multiplier= --synthesis-max-isl= --synthesis-max-osl=',
    turns:
      '--conversation-num= --num-conversations= --num-sessions= --conversation-turn-mean= --session-turns-mean= --conversation-turn-stddev= --session-turns-stddev= --conversation-turn-delay-mean= --session-turn-delay-mean= --conversation-turn-delay-stddev= --session-turn-delay-stddev= --conversation-turn-delay-ratio= --session-delay-ratio=',
    file: '--input-file= --custom-dataset-type= --public-dataset= --input-dataset= --fixed-schedule --fixed-schedule-auto-offset --fixed-schedule-start-offset= --fixed-schedule-end-offset=',
    pace: '--arrival-smoothness= --vllm-burstiness= --user-centric-rate= --num-users=',
    ramps: '--concurrency-ramp-duration= --prefill-concurrency-ramp-duration= --request-rate-ramp-duration=',
    warmup:
      '--warmup-request-count= --num-warmup-requests= --warmup-duration= --num-warmup-sessions= --warmup-concurrency= --warmup-prefill-concurrency= --warmup-request-rate= --warmup-arrival-pattern= --warmup-grace-period= --warmup-concurrency-ramp-duration= --warmup-prefill-concurrency-ramp-duration= --warmup-request-rate-ramp-duration=',
    repeats:
      '--num-profile-runs= --profile-run-cooldown-seconds= --confidence-level= --profile-run-disable-warmup-after-first --no-profile-run-disable-warmup-after-first --set-consistent-seed --no-set-consistent-seed',
    telemetry:
      '--gpu-telemetry= --no-gpu-telemetry --server-metrics= --no-server-metrics --server-metrics-formats= --server-metrics-url= --server-metrics-urls=',
    stop: '-s= --stability-percentage= --benchmark-grace-period=',
    threads: '--workers-max= --max-workers= --record-processor-service-count= --record-processors= --zmq-host= --zmq-ipc-path=',
    models: '--model-selection-strategy=',
    other:
      '--backend= --prefill-concurrency= --request-cancellation-rate= --request-cancellation-delay= --download-video-content --audio-batch-size= --batch-size-audio= --audio-length-mean= --audio-length-stddev= --audio-format= --audio-depths= --audio-sample-rates= --audio-num-channels= --image-width-mean= --image-width-stddev= --image-height-mean= --image-height-stddev= --image-batch-size= --batch-size-image= --image-format= --video-batch-size= --batch-size-video= --video-duration= --video-fps= --video-width= --video-height= --video-synth-type= --video-format= --video-codec= --rankings-passages-mean= --rankings-passages-stddev= --rankings-passages-prompt-token-mean= --rankings-passages-prompt-token-stddev= --rankings-query-prompt-token-mean= --rankings-query-prompt-token-stddev= --accuracy-benchmark= --accuracy-tasks= --accuracy-n-shots= --accuracy-enable-cot --accuracy-grader= --accuracy-system-prompt= --accuracy-verbose',
  },
} as const;
